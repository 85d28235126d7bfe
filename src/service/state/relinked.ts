import { type Indexes, type IndexSet, noIndexes } from './index-set.js';
import { MemberValues } from './member-values.js';

/** Where a member stands after its class was defined anew; undefined for one that is gone. */
export type IndexOf = (index: number) => number | undefined;

/** Indexes of members, by where these stand now. */
export function movedIndexes(indexes: Indexes, indexOf: IndexOf): IndexSet {
  return noIndexes.withAll([...indexes].flatMap((index) => indexOf(index) ?? []));
}

/** What is known of members by their indexes, by where these stand now. */
export function movedValues(values: Iterable<readonly [number, unknown]>, indexOf: IndexOf): MemberValues {
  return new MemberValues(
    [...values].flatMap(([index, value]) => {
      const now = indexOf(index);
      return now === undefined ? [] : [[now, value] as const];
    }),
  );
}
