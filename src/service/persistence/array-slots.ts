import { align, certain, inlineElement, isSameElement } from '../types/graph/align.js';
import { compositeOf } from '../types/graph/kinds.js';
import { CompositeSnapshot } from '../types/graph/snapshot.js';
import { type ArrayOfFile, isReference, type Known, type Slot } from './array-of-file.js';

/** The elements of an array in order; one that was moved counts as both gone and come, and keeps its entry if it can. */
export function slotsOf(array: ArrayOfFile, known: readonly Known[]): Slot[] {
  const { now, before, element, held, isSame } = array;
  const composite = compositeOf(element);
  const isInline = inlineElement(element) !== undefined;
  // Elements that wait are all null: it is known where each of them is.
  const waits = waitingOf(array, known);
  const awaited = new Set(waits.values());
  const isReferenceAt = (old: number) => {
    const entry = known[old]?.entry;
    return entry !== undefined && isReference(held[entry]!);
  };
  const weight = (i: number, j: number): number => {
    const old = before[j];
    if (waits.size > 0 && (waits.has(j) || awaited.has(i))) return waits.get(j) === i ? certain : 0;
    if (!isInline || composite === undefined || !(old instanceof CompositeSnapshot)) {
      if (!isSame(now[i] ?? null, old ?? null)) return 0;
      // What waited was taken out, or written: any other null is rather the same.
      return (old ?? null) === null && isReferenceAt(j) ? 1 : certain;
    }
    const isOrigin = composite.living(now[i]) === old.origin;
    return (isSameElement(composite, now[i], old, isSame) ? 2 : 0) + (isOrigin ? 1 : 0);
  };
  const slots = align(now.length, before.length, weight).map(([item, old]): Slot => {
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
