import type { Json } from '../../../json.js';
import { operationOf } from '../../../types/graph/file-reader.js';
import { compositeOf } from '../../../types/graph/kinds.js';
import { align, certain, inlineElement, isSameElement, type Match } from '../../../types/graph/list-diff.js';
import { CompositeSnapshot } from '../../../types/graph/snapshot.js';
import { type ArrayOfFile, isReference, type Known, type Slot } from './array-of-file.js';

/**
 * Of an array whose elements and entries are all where they were: those of which there may be something to say.
 * Of the others, which may be very many, nothing is made.
 * @param isMarked whether there is something to say of an element whatever it is
 * @returns undefined for an array in which anything has come, gone or moved
 */
export function changedInPlace(array: ArrayOfFile, isMarked: (item: number) => boolean): Slot[] | undefined {
  const { now, before, element, held, defaults, isSame } = array;
  const count = held.length;
  const isAsLong = now.length === count && before.length === count && (defaults?.length ?? 0) <= count;
  if (!isAsLong || array.isAnyKept) return undefined;
  const isInline = inlineElement(element) !== undefined;
  const match = matchOf(array, (old) => held[old], noneWaits);
  const changed: Slot[] = [];
  let first = count;
  let last = -1;
  const ofDefaults = defaults?.length ?? count;
  const isRestNew = isInline && count > ofDefaults && operationOf(held[ofDefaults]!) === 'new';
  if (isRestNew && array.isOverOthers) return undefined;
  for (let i = 0; i < count; i++) {
    // What is new behind all defaults is one element each, too.
    const expected = isRestNew && i >= ofDefaults ? 'new' : undefined;
    if (isInline && operationOf(held[i]!) !== expected) return undefined;
    const wasNull = (before[i] ?? null) === null;
    if (isMarked(i) || (wasNull && isReference(held[i]!)) || !isSame(now[i], before[i] ?? null)) {
      const defaultIndex = defaults !== undefined && i < defaults.length ? i : undefined;
      changed.push({ item: i, old: i, entry: i, defaultIndex });
    }
    if (match(i, i) !== certain) {
      first = Math.min(first, i);
      last = i;
    }
  }
  const among = last - first + 1;
  const isInPlace =
    among <= 0 ||
    align(among, among, (i, j) => match(first + i, first + j)).every(([item, old]) => item === old);
  return isInPlace ? changed : undefined;
}

const noneWaits: ReadonlyMap<number, string | number> = new Map();

/** How well an element and one of before match. */
function matchOf(
  { now, before, element, isSame }: ArrayOfFile,
  entryOf: (old: number) => Json | undefined,
  waits: ReadonlyMap<number, string | number>,
): Match {
  const composite = compositeOf(element);
  const isInline = inlineElement(element) !== undefined;
  const awaited = new Set(waits.values());
  return (i, j) => {
    const old = before[j];
    if (waits.size > 0 && (waits.has(j) || awaited.has(i))) return waits.get(j) === i ? certain : 0;
    if (!isInline || composite === undefined || !(old instanceof CompositeSnapshot)) {
      if (!isSame(now[i] ?? null, old ?? null)) return 0;
      // What waited was taken out, or written: any other null is rather the same.
      return (old ?? null) === null && isReference(entryOf(j) ?? null) ? 1 : certain;
    }
    const isOrigin = composite.living(now[i]) === old.origin;
    return (isSameElement(composite, now[i], old, isSame) ? 2 : 0) + (isOrigin ? 1 : 0);
  };
}

/** The elements of an array in order; one that was moved counts as both gone and come, and keeps its entry if it can. */
export function slotsOf(array: ArrayOfFile, known: readonly Known[]): Slot[] {
  const { now, before, element, held } = array;
  const composite = compositeOf(element);
  // Elements that wait are all null: it is known where each of them is.
  const waits = waitingOf(array, known);
  const match = matchOf(array, (old) => held[known[old]?.entry ?? held.length], waits);
  const aligned = align(now.length, before.length, match);
  const slots = aligned.map(([item, old]): Slot => {
    const of = old === undefined ? undefined : known[old];
    return { item, old, entry: of?.entry, defaultIndex: of?.defaultIndex };
  });
  const gone = new Gone();
  for (const slot of slots) {
    if (slot.item !== undefined) continue;
    const was = before[slot.old!];
    gone.add(slot, waits.get(slot.old!), was instanceof CompositeSnapshot ? was.origin : undefined);
  }
  if (gone.isEmpty) return slots;
  return slots.map((slot) => {
    if (slot.item === undefined || slot.old !== undefined) return slot;
    const from = gone.take(slot.item, composite?.living(now[slot.item]));
    return from === undefined ? slot : { ...from, item: slot.item };
  });
}

/** The indexes now of elements that wait for their values, by those before. */
function waitingOf({ waitsFor }: ArrayOfFile, known: readonly Known[]): Map<number, string | number> {
  const waits = new Map<number, string | number>();
  for (const [old, { entry }] of known.entries()) {
    const item = entry === undefined ? undefined : waitsFor(entry);
    if (item !== undefined) waits.set(old, item);
  }
  return waits;
}

/** Elements that are not where they were: the first of those that may be what has come somewhere else is. */
class Gone {
  readonly #slots: Slot[] = [];
  readonly #by = new Map<unknown, { readonly slots: number[]; next: number }>();
  readonly #taken = new Set<number>();

  get isEmpty(): boolean {
    return this.#slots.length === 0;
  }

  /** @param item the index now of what it waits for */
  add(slot: Slot, item: string | number | undefined, origin: object | undefined): void {
    for (const key of [item, origin]) {
      if (key === undefined) continue;
      const known = this.#by.get(key);
      if (known === undefined) this.#by.set(key, { slots: [this.#slots.length], next: 0 });
      else known.slots.push(this.#slots.length);
    }
    this.#slots.push(slot);
  }

  take(item: number, target: object | undefined): Slot | undefined {
    const first = Math.min(this.#firstOf(item), this.#firstOf(target));
    if (first === Number.POSITIVE_INFINITY) return undefined;
    this.#taken.add(first);
    return this.#slots[first];
  }

  #firstOf(key: unknown): number {
    const known = key === undefined ? undefined : this.#by.get(key);
    if (known === undefined) return Number.POSITIVE_INFINITY;
    while (this.#taken.has(known.slots[known.next]!)) known.next++;
    return known.slots[known.next] ?? Number.POSITIVE_INFINITY;
  }
}
