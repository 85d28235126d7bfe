import type { Sample } from './results.js';

/** A bounded figure: maximum increase of the median from the middle to the last third of a run. */
interface Measure {
  readonly name: string;
  readonly of: (sample: Sample) => number | undefined;
  readonly mayGrow: number;
}

export const measures: readonly Measure[] = [
  { name: 'MB of the heap', of: ({ heapUsed }) => heapUsed / 1e6, mayGrow: 3 },
  { name: 'MB outside the heap', of: ({ external }) => external / 1e6, mayGrow: 2 },
  { name: 'descriptors', of: ({ descriptors }) => descriptors, mayGrow: 5 },
  { name: 'handles', of: ({ handles }) => handles, mayGrow: 5 },
  { name: 'objects', of: ({ objects }) => objects, mayGrow: 0.5 },
];

/** One line for each growing figure of the last host; none with fewer than six samples. */
export function growths(samples: readonly Sample[]): string[] {
  const last = samples.filter(({ life }) => life === samples.at(-1)?.life);
  const third = Math.floor(last.length / 3);
  if (third < 2) return [];
  return measures.flatMap(({ name, of, mayGrow }) => {
    const median = (from: number, to?: number) =>
      middle(last.slice(from, to).flatMap((each) => of(each) ?? []));
    const [before, after] = [median(-2 * third, -third), median(-third)];
    return after - before > mayGrow
      ? [`${name}: ${before.toFixed(1)}, then ${after.toFixed(1)}; it may grow by ${mayGrow}`]
      : [];
  });
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
