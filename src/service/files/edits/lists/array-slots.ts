import type { Json } from '../../../common/json.js';
import { CompositeSnapshot } from '../../../types/graph/composite-snapshot.js';
import { compositeOf } from '../../../types/graph/kinds.js';
import { align, certain, inlineElement, isSameElement, type Match } from '../../../types/graph/list-diff.js';
import { type ArrayOfFile, isReference, type KnownElement, type Slot } from './array-of-file.js';

/** Returns a function that rates how well a present element matches an old one. */
function matchOf(
  { now, before, element }: ArrayOfFile,
  entryOf: (old: number) => Json | undefined,
  pending: ReadonlyMap<number, string | number>,
): Match {
  const composite = compositeOf(element);
  const isInline = inlineElement(element) !== undefined;
  const pendingIndexes = new Set(pending.values());
  return (i, j) => {
    const old = before[j];
    if (pending.size > 0 && (pending.has(j) || pendingIndexes.has(i)))
      return pending.get(j) === i ? certain : 0;
    if (!isInline || composite === undefined || !(old instanceof CompositeSnapshot)) {
      if (!element.same(now[i] ?? null, old ?? null)) return 0;
      // A pending value was removed or written, so another null matches better.
      return (old ?? null) === null && isReference(entryOf(j) ?? null) ? 1 : certain;
    }
    const isOrigin = composite.living(now[i]) === old.origin;
    return (isSameElement(composite, now[i], old) ? 2 : 0) + (isOrigin ? 1 : 0);
  };
}

/**
 * Returns the slots of an array in order. A moved element counts as removed and added, and keeps its entry if
 * possible.
 */
export function slotsOf(array: ArrayOfFile, known: readonly KnownElement[]): Slot[] {
  const { now, before, element, held } = array;
  const composite = compositeOf(element);
  // Pending elements are all null, but their indexes are known.
  const pending = pendingOf(array, known);
  const match = matchOf(array, (old) => held[known[old]?.entry ?? held.length], pending);
  const aligned = align(now.length, before.length, match);
  const slots = aligned.map(([item, old]): Slot => {
    const of = old === undefined ? undefined : known[old];
    return { item, old, entry: of?.entry, defaultIndex: of?.defaultIndex };
  });
  const removed = new RemovedSlots();
  for (const slot of slots) {
    if (slot.item !== undefined) continue;
    const was = before[slot.old!];
    removed.add(slot, pending.get(slot.old!), was instanceof CompositeSnapshot ? was.origin : undefined);
  }
  if (removed.isEmpty) return slots;
  return slots.map((slot) => {
    if (slot.item === undefined || slot.old !== undefined) return slot;
    const reused = removed.take(slot.item, composite?.living(now[slot.item]));
    return reused === undefined ? slot : { ...reused, item: slot.item };
  });
}

/** Returns the present indexes of pending elements by their old ones. */
function pendingOf(
  { pendingIndexOf }: ArrayOfFile,
  known: readonly KnownElement[],
): Map<number, string | number> {
  const pending = new Map<number, string | number>();
  for (const [old, { entry }] of known.entries()) {
    const item = entry === undefined ? undefined : pendingIndexOf(entry);
    if (item !== undefined) pending.set(old, item);
  }
  return pending;
}

/** Slots of elements that left their index; finds the one whose entry an added element takes over. */
class RemovedSlots {
  readonly #slots: Slot[] = [];
  readonly #queues = new Map<unknown, { readonly slots: number[]; next: number }>();
  readonly #taken = new Set<number>();

  get isEmpty(): boolean {
    return this.#slots.length === 0;
  }

  /** @param item the present index of a pending element */
  add(slot: Slot, item: string | number | undefined, origin: object | undefined): void {
    for (const key of [item, origin]) {
      if (key === undefined) continue;
      const queue = this.#queues.get(key);
      if (queue === undefined) this.#queues.set(key, { slots: [this.#slots.length], next: 0 });
      else queue.slots.push(this.#slots.length);
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
    const queue = key === undefined ? undefined : this.#queues.get(key);
    if (queue === undefined) return Number.POSITIVE_INFINITY;
    while (this.#taken.has(queue.slots[queue.next]!)) queue.next++;
    return queue.slots[queue.next] ?? Number.POSITIVE_INFINITY;
  }
}
