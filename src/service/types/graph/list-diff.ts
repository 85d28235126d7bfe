import { failed } from '../../common/application-code.js';
import type { Type } from '../type.js';
import { CompositeSnapshot } from './composite-snapshot.js';
import { type CompositeKind, compositeOf, isArray, isNullable } from './kinds.js';

/** Maximum length of arrays that are aligned by content; larger ones are compared by index between equal ends. */
const longestAligned = 200;

/**
 * Returns the element type of an array that files write element by element; undefined for scalars and references.
 */
export function inlineElement(element: Type): CompositeKind | undefined {
  const composite = compositeOf(element);
  return composite !== undefined && !composite.isReference ? composite : undefined;
}

/** True for a list of inline objects, nullable or not. */
export function isObjectList(type: Type): boolean {
  const plain = isNullable(type) ? type.inner : type;
  return isArray(plain) && inlineElement(plain.element) !== undefined;
}

/** The index of an element and of the default it is compared with; undefined if there is none. */
export type Aligned = readonly [item: number | undefined, old: number | undefined];

/** Rates how well an element matches an old one, from 0 (not at all) to `certain`. */
export type Match = (item: number, old: number) => number;

export const certain = 3;

/** Aligns two lists so that the best matches are paired; the others are paired by index within the gaps. */
export function align(items: number, before: number, match: Match): Aligned[] {
  const aligned: Aligned[] = [];
  let item = 0;
  let old = 0;
  for (const [nextItem, nextOld] of [...anchors(items, before, match), undefinedEnd]) {
    const untilItem = nextItem ?? items;
    const untilOld = nextOld ?? before;
    while (item < untilItem && old < untilOld) aligned.push([item++, old++]);
    while (old < untilOld) aligned.push([undefined, old++]);
    while (item < untilItem) aligned.push([item++, undefined]);
    if (nextItem !== undefined) aligned.push([item++, old++]);
  }
  return aligned;
}

const undefinedEnd: Aligned = [undefined, undefined];

/** Returns the best sequence of pairs of new and old elements. */
function anchors(items: number, before: number, match: Match): Aligned[] {
  const shorter = Math.min(items, before);
  let head = 0;
  while (head < shorter && match(head, head) === certain) head++;
  let tail = 0;
  while (tail < shorter - head && match(items - 1 - tail, before - 1 - tail) === certain) tail++;
  const pairs: Aligned[] = Array.from({ length: head }, (_, i) => [i, i]);
  for (const pair of bestRow(head, items - tail, before - tail, match)) pairs.push(pair);
  for (let i = tail; i > 0; i--) pairs.push([items - i, before - i]);
  return pairs;
}

/** Returns the best sequence between `start` and both ends. */
function bestRow(start: number, items: number, before: number, match: Match): Aligned[] {
  const rows = items - start;
  const columns = before - start;
  if (rows === 0 || columns === 0 || rows > longestAligned || columns > longestAligned) return [];
  const sums = Array.from({ length: rows + 1 }, () => new Uint16Array(columns + 1));
  const weights = Array.from({ length: rows }, () => new Uint8Array(columns));
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const weight = match(start + i, start + j);
      weights[i]![j] = weight;
      const without = Math.max(sums[i + 1]![j]!, sums[i]![j + 1]!);
      sums[i]![j] = weight === 0 ? without : Math.max(without, sums[i + 1]![j + 1]! + weight);
    }
  }
  const pairs: Aligned[] = [];
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    const weight = weights[i]![j]!;
    if (weight > 0 && sums[i]![j] === sums[i + 1]![j + 1]! + weight) pairs.push([start + i++, start + j++]);
    else if (sums[i + 1]![j]! >= sums[i]![j + 1]!) i++;
    else j++;
  }
  return pairs;
}

/** True if two elements have the same key, or the same content if their class has no key. */
export function isSameElement(element: CompositeKind, value: unknown, snapshot: unknown): boolean {
  const target = element.living(value);
  if (snapshot instanceof CompositeSnapshot && target !== undefined) {
    const { keyMember } = snapshot.class;
    if (keyMember?.isPersistable && element.classOfInline(target) === snapshot.class) {
      const key = keyMember.read(target);
      return key !== failed && keyMember.type.same(key, snapshot.of(keyMember));
    }
  }
  return element.same(value ?? null, snapshot ?? null);
}
