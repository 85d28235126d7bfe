import { type Indexes, type IndexSet, noIndexes } from './index-set.js';
import { MemberValues } from './member-values.js';

/** Returns the new index of a member after its class was redefined; undefined if it was removed. */
export type IndexOf = (index: number) => number | undefined;

/** Maps member indexes to their new ones. */
export function movedIndexes(indexes: Indexes, indexOf: IndexOf): IndexSet {
  return noIndexes.withAll([...indexes].flatMap((index) => indexOf(index) ?? []));
}

/** Maps values by member index to the new indexes. */
export function movedValues(values: Iterable<readonly [number, unknown]>, indexOf: IndexOf): MemberValues {
  return new MemberValues(
    [...values].flatMap(([index, value]) => {
      const now = indexOf(index);
      return now === undefined ? [] : [[now, value] as const];
    }),
  );
}
