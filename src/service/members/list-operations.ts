import { ExposedError, type ExposedErrorCode } from '../common/exposed-error.js';
import { moveElement } from '../objects/copy-on-write-list.js';
import { ElementRef } from '../objects/element-ref.js';
import type { PropertyRef } from '../objects/property-ref.js';
import { ArrayType } from '../types/array.js';
import { itemsOf } from '../types/graph/kinds.js';
import { plainType } from '../types/nullable.js';
import type { Type } from '../types/type.js';

/** A list, with the new index of each element after an operation; undefined for a removed one. */
interface ListOperation {
  readonly items: unknown[];
  readonly moved: (index: number) => number | undefined;
}

/** Plans the removal of an element; -1 is the last. */
export function planRemoval(ref: PropertyRef, index: number): ListOperation & { readonly at: number } {
  const { items } = requireArray(ref, 'remove-failed');
  const at = index === -1 ? items.length - 1 : index;
  if (at < 0 || at >= items.length) throw outOfRange('remove-failed', ref, index, items.length);
  return { items, at, moved: (each) => (each === at ? undefined : each > at ? each - 1 : each) };
}

/** Plans the move of an element. */
export function planMove(
  ref: PropertyRef,
  from: number,
  to: number,
): ListOperation & { readonly element: Type } {
  const { element, items } = requireArray(ref, 'reorder-failed');
  for (const index of [from, to]) {
    if (index < 0 || index >= items.length) throw outOfRange('reorder-failed', ref, index, items.length);
  }
  const moved = (index: number) => {
    if (index === from) return to;
    const without = index > from ? index - 1 : index;
    return without >= to ? without + 1 : without;
  };
  return { element, items, moved };
}

/** Returns a writable list. @throws ExposedError with `code` for anything else */
export function requireArray(ref: PropertyRef, code: ExposedErrorCode) {
  const type = plainType(ref.type);
  if (!(type instanceof ArrayType))
    throw new ExposedError(code, `${ref.path} is a ${type.name}, not an array`);
  requireWritable(ref);
  const items = itemsOf(ref.get()) ?? [];
  // A typed array cannot grow, so it is copied.
  return { element: type.element, items: Array.isArray(items) ? (items as unknown[]) : Array.from(items) };
}

/** @throws ExposedError */
export function requireWritable(ref: PropertyRef): void {
  if (ref.isReadOnly) throw new ExposedError('read-only', ref.path);
}

export function withMoved(items: readonly unknown[], from: number, to: number): unknown[] {
  const moved = [...items];
  moveElement(moved, from, to);
  return moved;
}

/** True if a move changes the list, which it does not if all elements in between are equal. */
export function isChangedByMove(items: readonly unknown[], from: number, to: number, element: Type): boolean {
  const last = Math.max(from, to);
  for (let i = Math.min(from, to); i < last; i++) if (!element.equal(items[i], items[i + 1])) return true;
  return false;
}

/** True if a write may change the indexes of elements. */
export function mayMoveElements(ref: PropertyRef): boolean {
  return plainType(ref.type) instanceof ArrayType || ref instanceof ElementRef;
}

function outOfRange(code: ExposedErrorCode, ref: PropertyRef, index: number, length: number): ExposedError {
  return new ExposedError(
    code,
    `${ref.path}: index ${index} is out of range, the array has ${length} elements`,
  );
}
