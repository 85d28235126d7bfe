import type { Type } from '../type.js';
import { type ArrayKind, isArray, itemsOf } from './kinds.js';

/** So many elements of a list, or objects, are looked at in one slice. Tests make it small, to come between any two. */
export const slice = { elements: 500 };

/** A list that is gone through in slices. */
export function isLongList(type: Type, value: unknown): type is ArrayKind {
  return isArray(type) && (itemsOf(value)?.length ?? 0) > slice.elements;
}
