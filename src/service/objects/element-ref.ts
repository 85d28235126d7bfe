import type { Plan } from '../types/plan.js';
import type { Type } from '../types/type.js';
import { asOwn, ElementSlot, ownList } from './copy-on-write-list.js';
import type { ElementFinder, ElementKeys } from './element-keys.js';
import { noBaseline, PropertyRef, type Steps } from './property-ref.js';

/** An element of the array at `parent`. */
export class ElementRef extends PropertyRef {
  readonly array: PropertyRef;
  readonly #keys: ElementKeys;
  #finder: ElementFinder | undefined;
  /** True when it was found by a key, and not by an index. */
  readonly isByKey: boolean;
  readonly #isPinned: boolean;
  #last: number;

  /** `key`: the text of the step that led here, where that is a key. */
  constructor(
    array: PropertyRef,
    type: Type,
    index: number,
    keys: ElementKeys,
    key?: string,
    pin?: ElementFinder,
  ) {
    super({ ...array, type });
    this.array = array;
    this.isByKey = key !== undefined;
    this.#isPinned = pin !== undefined;
    this.#finder = pin ?? (key === undefined ? undefined : keys.finder(key, type));
    this.#keys = keys;
    this.#last = index;
  }

  get path(): string {
    return `${this.array.path}/${this.#presentOrLast()}`;
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

  get unitPath(): Steps {
    return [...this.array.unitPath, this.#presentOrLast()];
  }

  get outer(): PropertyRef {
    return this.array;
  }

  within(outer: PropertyRef): PropertyRef {
    return new ElementRef(outer, this.type, this.#presentOrLast(), this.#keys, undefined, this.#finder);
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
   * The element's present index. @throws ExposedError `property-not-found` when it is gone.
   * @param items the array, where it has been read for many of its elements
   */
  index(items: readonly unknown[] = this.#items()): number {
    const index = this.#presentIn(items);
    if (index === undefined) throw this.gone();
    return index;
  }

  get(items: readonly unknown[] = this.#items()): unknown {
    return items[this.index(items)];
  }

  assign(plan: Plan, value: unknown): void {
    const items = this.#items();
    const index = this.index(items);
    // An object that is merged in place stays where it is, and so does the array, which its setters may reorder.
    if (typeof value === 'object' && value !== null && items[index] === value) return;
    // What stood here may stand elsewhere too, and is not what the place is now.
    if (this.#isPinned) this.#finder = undefined;
    const own = ownList(items);
    if (own !== undefined) return plan.assign(own, new ElementSlot(this.array, this.type, index), value);
    const changed = Array.from(items);
    changed[index] = value;
    this.array.assign(plan, asOwn(this.array, changed));
  }

  baseline(members: readonly unknown[], items?: readonly unknown[]): unknown {
    const defaults = this.array.baseline(members);
    if (!Array.isArray(defaults)) return noBaseline;
    const present = items ?? this.#items();
    return this.#keys.baseline(present, this.index(present), defaults, noBaseline);
  }

  isAdded(members: readonly unknown[]): boolean {
    return Array.isArray(this.array.baseline(members))
      ? this.baseline(members) === noBaseline
      : this.array.isAdded(members);
  }

  #presentIn(items: readonly unknown[]): number | undefined {
    const index = this.#finder === undefined ? this.#last : this.#finder.find(items, this.#last);
    if (index < 0 || index >= items.length) return undefined;
    this.#last = index;
    return index;
  }

  /** Where the way to the array is gone itself, the path still says where it was. */
  #presentOrLast(): number {
    // An index stays what it is, whatever the array holds: it need not be read.
    if (this.#finder === undefined) return this.#last;
    try {
      return this.#presentIn(this.#items()) ?? this.#last;
    } catch {
      return this.#last;
    }
  }

  #items(): readonly unknown[] {
    return (this.array.get() ?? []) as readonly unknown[];
  }
}

/** An object wherever it stands; where it is in the array no more, a write has put another in its place. */
function pinTo(item: unknown): ElementFinder {
  return {
    find(items, last) {
      if (items[last] === item || typeof item !== 'object' || item === null) return last;
      const index = items.indexOf(item);
      return index < 0 ? last : index;
    },
  };
}
