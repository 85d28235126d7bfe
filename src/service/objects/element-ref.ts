import type { Plan } from '../types/plan.js';
import type { Type } from '../types/type.js';
import { ElementSlot, markOwned, ownedList } from './copy-on-write-list.js';
import type { ElementFinder, ElementKeys } from './element-keys.js';
import { notCaptured, type PathSegments, PropertyRef } from './property-ref.js';

/** An element of an array. */
export class ElementRef extends PropertyRef {
  readonly array: PropertyRef;
  readonly #keys: ElementKeys;
  #finder: ElementFinder | undefined;
  /** True if it was found by a key, not by an index. */
  readonly isByKey: boolean;
  readonly #isPinned: boolean;
  #last: number;

  /** @param key the path segment that led here, if it is a key */
  constructor(
    array: PropertyRef,
    type: Type,
    index: number,
    keys: ElementKeys,
    key?: string,
    pin?: ElementFinder,
  ) {
    super(array.handle, type, array.root, array.owner);
    this.array = array;
    this.isByKey = key !== undefined;
    this.#isPinned = pin !== undefined;
    this.#finder = pin ?? (key === undefined ? undefined : keys.finder(key, type));
    this.#keys = keys;
    this.#last = index;
  }

  get path(): string {
    return `${this.array.path}/${this.#indexOrLast()}`;
  }

  get isReadOnly(): boolean {
    return this.array.isReadOnly;
  }

  get isPersistable(): boolean {
    return this.array.isPersistable;
  }

  get memberPath(): string {
    return this.array.memberPath;
  }

  get ownerPath(): PathSegments {
    return [...this.array.ownerPath, this.#indexOrLast()];
  }

  get outer(): PropertyRef {
    return this.array;
  }

  within(outer: PropertyRef): PropertyRef {
    return new ElementRef(outer, this.type, this.#indexOrLast(), this.#keys, undefined, this.#finder);
  }

  pinned(): PropertyRef {
    if (this.#isPinned) return this;
    const index = this.index();
    return new ElementRef(
      this.array.pinned(),
      this.type,
      index,
      this.#keys,
      undefined,
      pinTo(this.#items()[index]),
    );
  }

  /** The element at another index of the same array. */
  sibling(index: number): ElementRef {
    return new ElementRef(this.array, this.type, index, this.#keys);
  }

  /**
   * Returns the element's present index. @throws ExposedError `property-not-found` if it is gone
   * @param items the array, if it has been read already
   */
  index(items: readonly unknown[] = this.#items()): number {
    const index = this.#indexIn(items);
    if (index === undefined) throw this.gone();
    return index;
  }

  get(items: readonly unknown[] = this.#items()): unknown {
    return items[this.index(items)];
  }

  assign(plan: Plan, value: unknown): void {
    const items = this.#items();
    const index = this.index(items);
    // An object merged in place stays in the array, which its setters may even reorder.
    if (typeof value === 'object' && value !== null && items[index] === value) return;
    // The old element may now be at another index, so the reference no longer follows it.
    if (this.#isPinned) this.#finder = undefined;
    const owned = ownedList(items);
    if (owned !== undefined) return plan.assign(owned, new ElementSlot(this.array, this.type, index), value);
    const changed = Array.from(items);
    changed[index] = value;
    this.array.assign(plan, markOwned(this.array, changed));
  }

  valueIn(members: readonly unknown[], items?: readonly unknown[]): unknown {
    const defaults = this.array.valueIn(members);
    if (!Array.isArray(defaults)) return notCaptured;
    const present = items ?? this.#items();
    return this.#keys.baseline(present, this.index(present), defaults, notCaptured);
  }

  isAdded(members: readonly unknown[]): boolean {
    return Array.isArray(this.array.valueIn(members))
      ? this.valueIn(members) === notCaptured
      : this.array.isAdded(members);
  }

  #indexIn(items: readonly unknown[]): number | undefined {
    const index = this.#finder === undefined ? this.#last : this.#finder.find(items, this.#last);
    if (index < 0 || index >= items.length) return undefined;
    this.#last = index;
    return index;
  }

  /** Returns the last index if the array cannot be read any more. */
  #indexOrLast(): number {
    // Without a finder the index never changes, so the array need not be read.
    if (this.#finder === undefined) return this.#last;
    try {
      return this.#indexIn(this.#items()) ?? this.#last;
    } catch {
      return this.#last;
    }
  }

  #items(): readonly unknown[] {
    return (this.array.get() ?? []) as readonly unknown[];
  }
}

/** Finds an object by identity; one that was replaced keeps its index. */
function pinTo(item: unknown): ElementFinder {
  return {
    find(items, last) {
      if (items[last] === item || typeof item !== 'object' || item === null) return last;
      const index = items.indexOf(item);
      return index < 0 ? last : index;
    },
  };
}
