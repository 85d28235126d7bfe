import { failed } from '../../application-code.js';
import type { Type } from '../type.js';
import { type CompositeKind, compositeOf } from './kinds.js';
import { CompositeSnapshot } from './snapshot.js';

/** Arrays of more elements than this are compared place by place, where they are not the same at both ends. */
const longestAligned = 200;

/** The element type of an array that files hold element by element; undefined for scalars and references. */
export function inlineElement(element: Type): CompositeKind | undefined {
  const composite = compositeOf(element);
  return composite !== undefined && !composite.isReference ? composite : undefined;
}

/** An element's index and that of the default that it is compared with; undefined where there is none. */
type Aligned = readonly [item: number | undefined, old: number | undefined];

/** Lays an array beside its captured default: what stayed, what was removed, and what came. */
export function alignArrays(
  element: CompositeKind,
  items: readonly unknown[],
  before: readonly unknown[],
  isSame: (item: unknown, old: unknown) => boolean,
): Aligned[] {
  const matches = (i: number, j: number) => isSameElement(element, items[i], before[j], isSame);
  const aligned: Aligned[] = [];
  let item = 0;
  let old = 0;
  for (const [nextItem, nextOld] of [...anchors(items.length, before.length, matches), undefinedEnd]) {
    const untilItem = nextItem ?? items.length;
    const untilOld = nextOld ?? before.length;
    while (item < untilItem && old < untilOld) aligned.push([item++, old++]);
    while (old < untilOld) aligned.push([undefined, old++]);
    while (item < untilItem) aligned.push([item++, undefined]);
    if (nextItem !== undefined) aligned.push([item++, old++]);
  }
  return aligned;
}

const undefinedEnd: Aligned = [undefined, undefined];

/** Pairs of an element and the default that it still is, in order: the longest such row. */
function anchors(items: number, before: number, matches: (i: number, j: number) => boolean): Aligned[] {
  const shorter = Math.min(items, before);
  let head = 0;
  while (head < shorter && matches(head, head)) head++;
  let tail = 0;
  while (tail < shorter - head && matches(items - 1 - tail, before - 1 - tail)) tail++;
  const pairs: Aligned[] = Array.from({ length: head }, (_, i) => [i, i]);
  pairs.push(...longestRow(head, items - tail, before - tail, matches));
  for (let i = tail; i > 0; i--) pairs.push([items - i, before - i]);
  return pairs;
}

/** The longest row between `start` and the two ends. */
function longestRow(
  start: number,
  items: number,
  before: number,
  matches: (i: number, j: number) => boolean,
): Aligned[] {
  const rows = items - start;
  const columns = before - start;
  if (rows === 0 || columns === 0 || rows > longestAligned || columns > longestAligned) return [];
  const lengths = Array.from({ length: rows + 1 }, () => new Uint16Array(columns + 1));
  const matching = Array.from({ length: rows }, () => new Uint8Array(columns));
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const isMatch = matches(start + i, start + j);
      matching[i]![j] = isMatch ? 1 : 0;
      lengths[i]![j] = isMatch
        ? lengths[i + 1]![j + 1]! + 1
        : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
    }
  }
  const pairs: Aligned[] = [];
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    if (matching[i]![j] === 1) pairs.push([start + i++, start + j++]);
    else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i++;
    else j++;
  }
  return pairs;
}

/** By key where the class has one, else by content. */
function isSameElement(
  element: CompositeKind,
  value: unknown,
  snapshot: unknown,
  isSame: (item: unknown, old: unknown) => boolean,
): boolean {
  const target = element.living(value);
  if (snapshot instanceof CompositeSnapshot && target !== undefined) {
    const { keyMember } = snapshot.class;
    if (keyMember?.isPersistable && element.classOfInline(target) === snapshot.class) {
      const key = keyMember.read(target);
      return key !== failed && keyMember.type.same(key, snapshot.of(keyMember));
    }
  }
  return isSame(value ?? null, snapshot ?? null);
}
