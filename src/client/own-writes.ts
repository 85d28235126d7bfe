import type { Json } from './json.js';
import { isAbove, isSame, valueAt, withValue, written } from './tree.js';

/** A write of this app: under way, or accepted by the host while its echo has not arrived. */
export interface OwnWrite {
  readonly place: readonly string[];
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
export function withWrite(tree: Json, { place, value }: OwnWrite): Json {
  return withValue(tree, place, written(valueAt(tree, place), value)) ?? tree;
}

/** Returns the smallest number of `writes`, in their order, that explains a tree; 0 if none does. */
export function countIn(tree: Json, writes: readonly OwnWrite[]): number {
  let count = 0;
  let state = tree;
  for (const [i, write] of writes.entries()) {
    state = withWrite(state, write);
    const isThere = writes.slice(0, i + 1).every(({ place }) => isSameAt(place, state, tree));
    if (isThere) count = i + 1;
    else if (count > 0) break;
  }
  return count;
}

/** True if a tree is as all of `writes` leave it. */
export function areIn(tree: Json, writes: readonly OwnWrite[]): boolean {
  const state = writes.reduce(withWrite, tree);
  return writes.every(({ place }) => isSameAt(place, state, tree));
}

export function isSameAt(place: readonly string[], a: Json, b: Json): boolean {
  return isSame(valueAt(a, place), valueAt(b, place));
}

/** True if one of the places contains the other. */
export function isTouching(place: readonly string[], other: readonly string[]): boolean {
  return isAbove(place, other) || isAbove(other, place);
}
