import type { Usage } from './host.js';

/** The resources of the host at the end of a round. */
export interface Sample extends Usage {
  readonly objects: number;
}

/** A bounded figure: the largest increase of its median from the middle to the last third of a run. */
interface Measure {
  readonly name: string;
  readonly of: (sample: Sample) => number;
  readonly mayGrow: number;
}

export const measures: readonly Measure[] = [
  { name: 'MB of the heap', of: ({ heapUsed }) => heapUsed / 1e6, mayGrow: 3 },
  // A buffer of 3 MB is kept once, at different times.
  { name: 'MB outside the heap', of: ({ external }) => external / 1e6, mayGrow: 4 },
  { name: 'descriptors', of: ({ descriptors }) => descriptors, mayGrow: 5 },
  { name: 'handles', of: ({ handles }) => handles, mayGrow: 5 },
  { name: 'objects', of: ({ objects }) => objects, mayGrow: 0.5 },
];

/** One line for each growing figure; none with fewer than six samples. */
export function growths(samples: readonly Sample[]): string[] {
  const third = Math.floor(samples.length / 3);
  if (third < 2) return [];
  return measures.flatMap(({ name, of, mayGrow }) => {
    const [before, after] = [samples.slice(-2 * third, -third), samples.slice(-third)].map((part) =>
      median(part.map(of)),
    );
    return after! - before! > mayGrow
      ? [`${name}: ${before!.toFixed(1)}, then ${after!.toFixed(1)}; it may grow by ${mayGrow}`]
      : [];
  });
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
