import type { ExposedClass } from '../types/exposed-class.js';

/** Lists whose keys are known at one time, at most. */
const mostLists = 4;
/** To look through fewer elements costs less than to know them. */
const fewElements = 64;

/** Where each key, and each class, stands first in a list. */
interface KeyIndex {
  readonly keys: ReadonlyMap<string, number>;
  readonly classes: ReadonlyMap<ExposedClass, number>;
  /** Characters of the longest key. */
  readonly longest: number;
}

/** What of an element it is found by. */
interface Known {
  of(item: unknown): string | undefined;
  classOf(item: unknown): ExposedClass | undefined;
}

/**
 * Where the keys of long lists stand, as long as nothing changes in any: of the items of a batch each would look through
 * the list that it names an element of (LIM-5).
 */
export class KeyIndexCache {
  readonly #elements: Known;
  /** Those that were asked for; undefined for one of which nobody knows yet whether it will be asked for again. */
  readonly #lists = new Map<readonly unknown[], KeyIndex | undefined>();
  #version = -1;

  constructor(elements: Known) {
    this.#elements = elements;
  }

  /**
   * Undefined for what is to be looked through: a short list, and one that is asked for first.
   * @param version of the registry and the classes: with another one an element may be of another class
   */
  of(items: readonly unknown[], version: number): KeyIndex | undefined {
    if (items.length <= fewElements) return undefined;
    if (this.#version !== version) this.forget();
    this.#version = version;
    const known = this.#lists.get(items);
    if (known !== undefined) return known;
    const isFirst = !this.#lists.has(items);
    if (isFirst && this.#lists.size === mostLists) this.#lists.delete(this.#lists.keys().next().value!);
    const index = isFirst ? undefined : this.lookThrough(items);
    this.#lists.set(items, index);
    return index;
  }

  forget(): void {
    if (this.#lists.size > 0) this.#lists.clear();
  }

  /** The elements are looked at once. */
  lookThrough(items: readonly unknown[]): KeyIndex {
    const keys = new Map<string, number>();
    const classes = new Map<ExposedClass, number>();
    let longest = 0;
    for (let i = 0; i < items.length; i++) {
      const cls = this.#elements.classOf(items[i]);
      if (cls !== undefined && !classes.has(cls)) classes.set(cls, i);
      const key = this.#elements.of(items[i]);
      if (key === undefined || keys.has(key)) continue;
      keys.set(key, i);
      longest = Math.max(longest, key.length);
    }
    return { keys, classes, longest };
  }
}
