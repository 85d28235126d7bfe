import type { Json } from '../../common/json.js';
import { type FileElement, readFileValue } from '../../members/file-values.js';
import { WritePlan } from '../../members/transactions/write-plan.js';
import type { ExposedModel } from '../../model/model.js';
import { ElementRef } from '../../objects/element-ref.js';
import type { PropertyRef } from '../../objects/property-ref.js';
import { pathKey } from '../../state/marks.js';
import { itemsOf } from '../../types/graph/kinds.js';
import { unreadable } from '../../types/type.js';
import { type PendingReference, valueAt } from './pending-references.js';
import { ValueProblems } from './value-problems.js';

/** A pending reference that has been resolved. */
export interface Resolution {
  readonly reference: PendingReference;
  readonly ref: PropertyRef;
}

/** A resolution with the present value; undefined for a left-out element, which was added with its array. */
export interface ResolvedValue extends Resolution {
  readonly value: unknown;
}

/** A pending element that was read again. */
interface RetriedElement {
  readonly reference: PendingReference;
  readonly ref: ElementRef;
  /** Undefined if nothing is to be set. */
  readonly read: FileElement | undefined;
  /** The references in it that stay pending. */
  readonly unresolved: readonly PendingReference[];
}

/**
 * Pending elements of one list. The list may be an application getter, so it is read once and set once for all of
 * them.
 */
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

  /** Reads the pending elements whose index exists in the list. Unreadable ones stay pending. */
  read(json: Json, all: readonly PendingReference[]): RetriedElement[] {
    const { defaults } = this.#model;
    try {
      this.#items = itemsOf(this.#first.array.get()) ?? [];
    } catch {
      return [];
    }
    const members = defaults.of(this.#first.owner);
    return all.flatMap((reference): RetriedElement[] => {
      const ofFile = valueAt(json, reference.entryPath);
      const index = indexOf(reference);
      if (ofFile === undefined || index >= this.#items.length) return [];
      const unresolved: PendingReference[] = [];
      const problems = new ValueProblems(reference, {
        add: (one) => void unresolved.push(one),
      });
      const ref = this.#first.sibling(index);
      const file = { ref, json: ofFile, members, problems, isWhole: this.#isWhole };
      try {
        const plan = new WritePlan();
        const value = readFileValue(file, plan, this.#items);
        const read = value === unreadable ? undefined : { ref, json: ofFile, index, value, plan };
        return [{ reference, ref, read, unresolved }];
      } catch {
        return [{ reference, ref, read: undefined, unresolved: [reference] }];
      }
    });
  }

  /** @throws what setting the list throws; nothing has changed then */
  set(all: readonly RetriedElement[]): void {
    const readable = all.flatMap(({ read }) => read ?? []);
    if (readable.length > 0) this.#model.writer.loadElements(this.#first.array, this.#items, readable);
  }
}

/** Groups pending references: elements of one list together, others alone. */
export function groupByList(all: readonly PendingReference[]): (readonly PendingReference[])[] {
  const lists = new Map<string, PendingReference[]>();
  const groups: PendingReference[][] = [];
  for (const each of all) {
    const isElement = !each.isLeftOut && typeof each.objectPath.at(-1) === 'number';
    const key = isElement ? pathKey(each.objectPath.slice(0, -1)) : undefined;
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

function indexOf({ objectPath }: PendingReference): number {
  return objectPath.at(-1) as number;
}

export function firstElement(all: readonly PendingReference[]): PendingReference {
  return all.reduce((a, b) => (indexOf(b) < indexOf(a) ? b : a));
}

/** Adds the present values to resolutions; each list is read once. */
export function withValues(resolutions: readonly Resolution[]): ResolvedValue[] {
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
  return resolutions.map((each) => ({
    ...each,
    value: each.reference.isLeftOut ? undefined : present(each.ref),
  }));
}
