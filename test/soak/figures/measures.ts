import type { Sample } from '../results.js';
import { fitTrend, type Trend } from './trend.js';

/** A figure that is sampled, and by how much it may grow in a soak. */
export interface Measure {
  readonly name: string;
  readonly unit: string;
  /** Undefined where the system does not tell. */
  readonly of: (sample: Sample) => number | undefined;
  /**
   * The soak fails when the figure has surely grown by more, from the end of the warm-up to the end. Undefined: it is shown
   * alone.
   */
  readonly mayGrow?: number;
  /** A busy machine, or the collector's idea of it, moves it for a while: in a short run it is shown alone. */
  readonly isOfTheMachine?: true;
}

/** Seconds from which on a run is long enough to judge what is of the machine, too. */
const longRun = 300;

/** Those that a run of so many seconds is judged by. */
export function judgedBy(seconds: number): readonly Measure[] {
  return measures.filter(
    ({ mayGrow, isOfTheMachine }) => mayGrow !== undefined && (seconds >= longRun || !isOfTheMachine),
  );
}

const mb = 1e6;

export const measures: readonly Measure[] = [
  { name: 'Heap after collection', unit: 'MB', of: ({ heapUsed }) => heapUsed / mb, mayGrow: 3 },
  {
    name: 'Heap but for compiled code',
    unit: 'MB',
    of: ({ heapUsed, code }) => (code === undefined ? undefined : (heapUsed - code) / mb),
    mayGrow: 2,
  },
  { name: 'Memory outside the heap', unit: 'MB', of: ({ external }) => external / mb, mayGrow: 2 },
  { name: 'Working set', unit: 'MB', of: ({ rss }) => rss / mb, mayGrow: 40, isOfTheMachine: true },
  { name: 'Open descriptors', unit: '', of: ({ descriptors }) => descriptors, mayGrow: 5 },
  { name: 'Handles', unit: '', of: ({ handles }) => handles, mayGrow: 5 },
  { name: 'Objects', unit: '', of: ({ objects }) => objects, mayGrow: 0.5 },
  {
    name: 'Frame jitter, p99',
    unit: 'ms',
    of: ({ frameJitter }) => frameJitter,
  },
  { name: 'Longest time between frames', unit: 'ms', of: ({ longestFrame }) => longestFrame },
  { name: 'Latency, p50', unit: 'ms', of: ({ latencyP50 }) => latencyP50 },
  { name: 'Latency, p99', unit: 'ms', of: ({ latencyP99 }) => latencyP99 },
  {
    name: 'Processor time of a request',
    unit: 'ms',
    of: ({ cpuOfRequest }) => cpuOfRequest,
    mayGrow: 10,
    isOfTheMachine: true,
  },
  { name: 'CPU', unit: '% of a core', of: ({ cpu }) => cpu * 100, mayGrow: 20, isOfTheMachine: true },
];

/** A measure in a run. Points are seconds and values; those of the warm-up count for no trend. */
export interface Measured {
  readonly measure: Measure;
  readonly points: readonly (readonly [at: number, value: number])[];
  /** Seconds at which the warm-up ends. */
  readonly warmUntil: number;
  readonly trend: Trend | undefined;
  readonly isGrowing: boolean;
}

/** A fifth of the run, and ten minutes at most. */
const warmUpShare = 0.2;
const warmUpMost = 600;

/** What became of each measure. Trends are of the host that lived longest. */
export function measured(samples: readonly Sample[]): readonly Measured[] {
  const longest = longestLife(samples);
  const from = longest[0]?.at ?? 0;
  const length = (longest.at(-1)?.at ?? 0) - from;
  const warmUntil = from + Math.min(warmUpMost, length * warmUpShare);
  return measures.map((measure) => {
    const pointsOf = (each: readonly Sample[]) =>
      each.flatMap((sample) => {
        const value = measure.of(sample);
        return value === undefined ? [] : [[sample.at, value] as const];
      });
    const trend = fitTrend(pointsOf(longest.filter(({ at }) => at >= warmUntil)));
    const isGrowing =
      trend !== undefined && measure.mayGrow !== undefined && trend.surelyGrown > measure.mayGrow;
    return { measure, points: pointsOf(samples), warmUntil, trend, isGrowing };
  });
}

function longestLife(samples: readonly Sample[]): readonly Sample[] {
  const lives = [...new Set(samples.map(({ life }) => life))];
  const each = lives.map((life) => samples.filter((sample) => sample.life === life));
  return each.sort((a, b) => b.length - a.length)[0] ?? [];
}
