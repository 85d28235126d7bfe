import { type ElementRead, readLoad } from '../../access/loads/loads.js';
import type { Json } from '../../json.js';
import type { ExposedModel } from '../../model.js';
import { ElementRef } from '../../objects/element-ref.js';
import type { PropertyRef } from '../../objects/property-ref.js';
import { placeKey } from '../../state/marks.js';
import { itemsOf } from '../../types/graph/kinds.js';
import { unreadable } from '../../types/type.js';
import { problemsOf } from './file-problems.js';
import { type PendingReference, valueAt } from './pending-references.js';

/** Something has come into a place where it was waited for. */
export interface ResolvedReference {
  readonly waiting: PendingReference;
  readonly ref: PropertyRef;
}

/** The same with what is there now; undefined for an element that was left out, which has come with its array. */
export interface CameIn extends ResolvedReference {
  readonly value: unknown;
}

/** An element that waits, and what the file makes of it now. */
interface ReadAgain {
  readonly waiting: PendingReference;
  readonly ref: ElementRef;
  /** Undefined where nothing is to be set. */
  readonly read: ElementRead | undefined;
  /** What of it goes on waiting. */
  readonly unresolved: readonly PendingReference[];
}

/** Elements of one list that wait. Application code may give it: it is read once for all of them, and set once. */
export class PendingElements {
  readonly #model: ExposedModel;
  readonly #first: ElementRef;
  readonly #isWhole: boolean;
  #items: readonly unknown[] = [];

  /** @param first any element of the list */
  constructor(model: ExposedModel, first: ElementRef, isWhole: boolean) {
    this.#model = model;
    this.#first = first;
    this.#isWhole = isWhole;
  }

  /** What the file makes of those for which there is a place in the list. What cannot be read goes on waiting. */
  read(json: Json, all: readonly PendingReference[]): ReadAgain[] {
    const { defaults } = this.#model;
    try {
      this.#items = itemsOf(this.#first.array.get()) ?? [];
    } catch {
      return [];
    }
    const members = defaults.of(this.#first.unit);
    return all.flatMap((waiting): ReadAgain[] => {
      const ofFile = valueAt(json, waiting.file);
      const index = indexOf(waiting);
      if (ofFile === undefined || index >= this.#items.length) return [];
      const unresolved: PendingReference[] = [];
      const problems = problemsOf(waiting.file, waiting.place, waiting, (one) => void unresolved.push(one));
      const ref = this.#first.sibling(index);
      const load = { ref, json: ofFile, members, problems, isWhole: this.#isWhole };
      try {
        const { value, plan } = readLoad(load, this.#items);
        const read = value === unreadable ? undefined : { load, index, value, plan };
        return [{ waiting, ref, read, unresolved }];
      } catch {
        return [{ waiting, ref, read: undefined, unresolved: [waiting] }];
      }
    });
  }

  /** @throws what sets the list throws; nothing has changed then */
  set(all: readonly ReadAgain[]): void {
    const readable = all.flatMap(({ read }) => read ?? []);
    if (readable.length > 0) this.#model.writer.loadElements(this.#first.array, this.#items, readable);
  }
}

/** What waits, the elements of each list together. */
export function inLists(all: readonly PendingReference[]): (readonly PendingReference[])[] {
  const lists = new Map<string, PendingReference[]>();
  const groups: PendingReference[][] = [];
  for (const each of all) {
    const isElement = !each.isLeftOut && typeof each.place.at(-1) === 'number';
    const key = isElement ? placeKey(each.place.slice(0, -1)) : undefined;
    const list = key === undefined ? undefined : lists.get(key);
    if (list !== undefined) list.push(each);
    else {
      const group = [each];
      groups.push(group);
      if (key !== undefined) lists.set(key, group);
    }
  }
  return groups;
}

function indexOf({ place }: PendingReference): number {
  return place.at(-1) as number;
}

export function lowest(all: readonly PendingReference[]): PendingReference {
  return all.reduce((one, other) => (indexOf(other) < indexOf(one) ? other : one));
}

/** What has come, with what is there once all of it has: each list is read once. */
export function withValues(come: readonly ResolvedReference[]): CameIn[] {
  const lists = new Map<PropertyRef, readonly unknown[]>();
  const present = (ref: PropertyRef) => {
    if (!(ref instanceof ElementRef)) return ref.get();
    let items = lists.get(ref.array);
    if (items === undefined) {
      items = itemsOf(ref.array.get()) ?? [];
      lists.set(ref.array, items);
    }
    return ref.get(items);
  };
  return come.map((each) => ({ ...each, value: each.waiting.isLeftOut ? undefined : present(each.ref) }));
}
