import type { Json } from './json.js';
import { contains, isSame, mergeWrite, valueAt, withValue } from './tree.js';

/** A write of this client that is in flight, or accepted while its echo has not arrived. */
export interface PendingWrite {
  readonly location: readonly string[];
  /** The requested value; after the response, the accepted one. */
  value: Json;
  isAccepted: boolean;
  /** Number of reads that had begun when it was accepted; later reads contain it. */
  acceptedAfter: number;
  /** An event that may be its echo has arrived. */
  isEchoed: boolean;
  /** An event since then is not its echo: another app or the engine may have written. */
  isDoubtful: boolean;
  timer?: ReturnType<typeof setTimeout>;
}

/** Returns a tree with a write applied. */
export function withWrite(tree: Json, { location, value }: PendingWrite): Json {
  return withValue(tree, location, mergeWrite(valueAt(tree, location), value)) ?? tree;
}

/** Returns the smallest number of `writes`, from the first on, that explains a tree; 0 if none does. */
export function countIn(tree: Json, writes: readonly PendingWrite[]): number {
  let count = 0;
  let state = tree;
  for (const [i, write] of writes.entries()) {
    state = withWrite(state, write);
    const isThere = writes.slice(0, i + 1).every(({ location }) => isSameAt(location, state, tree));
    if (isThere) count = i + 1;
    else if (count > 0) break;
  }
  return count;
}

/** True if a tree already contains all `writes`. */
export function areIn(tree: Json, writes: readonly PendingWrite[]): boolean {
  const state = writes.reduce(withWrite, tree);
  return writes.every(({ location }) => isSameAt(location, state, tree));
}

export function isSameAt(location: readonly string[], a: Json, b: Json): boolean {
  return isSame(valueAt(a, location), valueAt(b, location));
}

/** True if one location contains the other. */
export function isTouching(location: readonly string[], other: readonly string[]): boolean {
  return contains(location, other) || contains(other, location);
}
