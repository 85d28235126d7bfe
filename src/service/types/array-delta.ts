import { isJsonObject, type Json } from '../json.js';
import { CompositeSnapshot, CompositeType } from './composite.js';
import { NullableType } from './nullable.js';
import { atOnce, type Plan } from './plan.js';
import { type FilePlace, inside, type Type, unreadable } from './type.js';

/** Arrays of more elements than this are compared place by place. */
const longestAligned = 200;

/** The element type of an array that files hold element by element; undefined for scalars and references. */
export function inlineElement(element: Type): CompositeType | undefined {
  const plain = element instanceof NullableType ? element.inner : element;
  return plain instanceof CompositeType && !plain.isReference ? plain : undefined;
}

/**
 * An array of composites against its captured default, one entry per element in order: `{}` for an unchanged one, what
 * differs for a changed one, `@op` `removed` for one that is gone and `new` for one that came (wire.md section 7).
 */
export function arrayDelta(
  element: CompositeType,
  items: readonly unknown[],
  before: readonly unknown[],
): Json {
  const entries: Json[] = [];
  let item = 0;
  let old = 0;
  for (const [nextItem, nextOld] of [
    ...anchors(element, items, before),
    [items.length, before.length] as const,
  ]) {
    for (; item < nextItem && old < nextOld; item++, old++)
      entries.push(changed(element, items[item], before[old]));
    for (; old < nextOld; old++) entries.push({ '@op': 'removed' });
    for (; item < nextItem; item++) entries.push(added(element, items[item]));
    if (nextItem < items.length) entries.push(changed(element, items[item++], before[old++]));
  }
  return entries;
}

function changed(element: Type, value: unknown, snapshot: unknown): Json {
  return element.delta(value, snapshot ?? null) ?? {};
}

function added(element: Type, value: unknown): Json {
  const whole = element.persist(value) ?? null;
  return isJsonObject(whole) && !Object.hasOwn(whole, '@ref') ? { '@op': 'new', ...whole } : whole;
}

/** Pairs of an element and the default that it still is, in order: the longest such row. */
function anchors(
  element: CompositeType,
  items: readonly unknown[],
  before: readonly unknown[],
): (readonly [item: number, old: number])[] {
  if (items.length > longestAligned || before.length > longestAligned) return [];
  const matches = (i: number, j: number) => isSameElement(element, items[i], before[j]);
  const lengths = Array.from({ length: items.length + 1 }, () => new Uint16Array(before.length + 1));
  for (let i = items.length - 1; i >= 0; i--) {
    for (let j = before.length - 1; j >= 0; j--) {
      lengths[i]![j] = matches(i, j)
        ? lengths[i + 1]![j + 1]! + 1
        : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < items.length && j < before.length; ) {
    if (matches(i, j)) pairs.push([i++, j++]);
    else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i++;
    else j++;
  }
  return pairs;
}

/** By key where the class has one, else by content. */
function isSameElement(element: CompositeType, value: unknown, snapshot: unknown): boolean {
  if (snapshot instanceof CompositeSnapshot && value != null) {
    const { keyMember } = snapshot.class;
    if (keyMember !== undefined && element.classOfInline(value as object) === snapshot.class) {
      return keyMember.get(value as object) === snapshot.values[keyMember.index];
    }
  }
  return element.same(value, snapshot);
}

/**
 * Reads an array of a file. Without `@op` an array of unchanged length is merged into the present elements; otherwise
 * the entries are what became of the captured default, whatever has been done to the array since.
 */
export function readArrayDelta(
  element: Type,
  json: readonly Json[],
  current: unknown,
  snapshot: unknown,
  plan: Plan,
  at: FilePlace,
): unknown {
  const before = snapshot as readonly unknown[] | undefined;
  const present = (current ?? []) as readonly unknown[];
  const hasOperations = json.some((entry) => isJsonObject(entry) && Object.hasOwn(entry, '@op'));
  const isAligned = before === undefined || (!hasOperations && before.length === present.length);
  const base = isAligned ? present : freshDefaults(element, before);
  const items: unknown[] = [];
  let old = 0;
  for (const [i, entry] of json.entries()) {
    const operation = isJsonObject(entry) ? entry['@op'] : undefined;
    if (operation === 'removed') {
      old++;
      continue;
    }
    const isNew = operation === 'new' || old >= base.length;
    const value = isNew
      ? element.readDelta(entry, undefined, undefined, plan, inside(at, i))
      : element.readDelta(entry, base[old], before?.[old], plan, inside(at, i));
    if (!isNew) old++;
    if (value !== unreadable) items.push(value);
  }
  return items;
}

/** New elements with the captured values: nobody sees them yet, so that they can be set at once. */
function freshDefaults(element: Type, before: readonly unknown[]): unknown[] {
  return before.map((snapshot) => element.restore(snapshot, undefined, atOnce));
}
