import type { Type } from '../type.js';
import { type ArrayKind, isArray, itemsOf } from './kinds.js';

/** Number of elements or objects processed per slice. Tests reduce it to interrupt at any point. */
export const slice = { elements: 500 };

/** True for a list that is processed in slices. */
export function isLongList(type: Type, value: unknown): type is ArrayKind {
  return isArray(type) && (itemsOf(value)?.length ?? 0) > slice.elements;
}
