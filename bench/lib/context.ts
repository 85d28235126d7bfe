import type { BenchOptions } from './options.js';
import type { BenchServer } from './server.js';
import type { Figure } from './stats.js';

/** One row of the report. */
export interface Row {
  readonly scenario: string;
  readonly name: string;
  readonly unit: string;
  readonly value: Figure;
  /** Figures of peers by name, without peers that are not installed. */
  readonly peers?: Readonly<Record<string, Figure>>;
  /** Ratio of sim-host to raw uWebSockets.js, pairwise; undefined if that is not installed. */
  readonly ratio?: Figure;
  /** The aim and whether it was met; the run fails if a required aim was missed. */
  readonly aim?: { readonly text: string; readonly isMet: boolean; readonly isRequired?: true };
  readonly note?: string;
  /** True if a server was not at its limit or the machine was busy, so that the figure is unreliable and cannot fail. */
  readonly isUnclear?: boolean;
}

/** Points of a growing measure. */
export interface Growth {
  readonly name: string;
  readonly x: string;
  readonly y: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly exponent: number;
}

export interface BenchContext {
  readonly options: BenchOptions;
  /** Folder for scenes and projects, removed at the end. */
  readonly folder: string;
  row(row: Row): void;
  growth(growth: Growth): void;
  /** Prints a progress line. */
  progress(text: string): void;
}

/** A group of measurements. */
export interface Scenario {
  readonly name: string;
  readonly title: string;
  readonly run: (context: BenchContext) => Promise<void>;
}

/** Starts a server, uses it, and always stops it. */
export async function using<T>(
  start: Promise<BenchServer>,
  use: (server: BenchServer) => Promise<T>,
): Promise<T> {
  const server = await start;
  try {
    return await use(server);
  } finally {
    await server.stop();
  }
}

/** Repeats a measurement. */
export async function repeated<T>(times: number, measure: (run: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let run = 0; run < times; run++) results.push(await measure(run));
  return results;
}
