import type { Json } from './json.js';
import { contains, isSame, mergeWrite, valueAt, withValue } from './tree.js';

/** A write of this app: under way, or accepted by the host while its echo has not arrived. */
export interface PendingWrite {
  readonly location: readonly string[];
  /** The value asked for; after the answer, the host's value. */
  value: Json;
  isAccepted: boolean;
  /** Number of reads begun when it was accepted: later reads include it. */
  acceptedAfter: number;
  /** An event that may be its echo has arrived. */
  isEchoed: boolean;
  /** An event since then is no echo: another app or the engine may have written. */
  isDoubtful: boolean;
  timer?: ReturnType<typeof setTimeout>;
}

/** Returns a tree with a write on top of it. */
export function withWrite(tree: Json, { location, value }: PendingWrite): Json {
  return withValue(tree, location, mergeWrite(valueAt(tree, location), value)) ?? tree;
}

/** Returns the smallest number of `writes`, in their order, that explains a tree; 0 if none does. */
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

/** True if a tree is as all of `writes` leave it. */
export function areIn(tree: Json, writes: readonly PendingWrite[]): boolean {
  const state = writes.reduce(withWrite, tree);
  return writes.every(({ location }) => isSameAt(location, state, tree));
}

export function isSameAt(location: readonly string[], a: Json, b: Json): boolean {
  return isSame(valueAt(a, location), valueAt(b, location));
}

/** True if one of the places contains the other. */
export function isTouching(location: readonly string[], other: readonly string[]): boolean {
  return contains(location, other) || contains(other, location);
}
