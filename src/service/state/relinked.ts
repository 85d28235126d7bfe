import { type Indexes, IndexSet } from './index-set.js';

/** Where a member stands after its class was defined anew; undefined for one that is gone. */
export type IndexOf = (index: number) => number | undefined;

/** Indexes of members, by where these stand now. */
export function movedIndexes(indexes: Indexes, indexOf: IndexOf): IndexSet {
  return new IndexSet([...indexes].flatMap((index) => indexOf(index) ?? []));
}

/** What is known of members by their indexes, by where these stand now. */
export function movedValues(values: ReadonlyMap<number, unknown>, indexOf: IndexOf): Map<number, unknown> {
  return new Map(
    [...values].flatMap(([index, value]) => {
      const now = indexOf(index);
      return now === undefined ? [] : [[now, value] as const];
    }),
  );
}
