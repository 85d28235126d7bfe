/** Lists whose keys are known at one time, at most. */
const mostLists = 4;
/** To look through fewer elements costs less than to know them. */
const fewElements = 64;

/** Where each key stands first in a list. */
export interface KeyIndex extends ReadonlyMap<string | undefined, number> {
  /** Characters of the longest. */
  readonly longest: number;
}

class FirstOfEach extends Map<string | undefined, number> implements KeyIndex {
  longest = 0;
}

/**
 * Where the keys of long lists stand, as long as nothing changes in any: of the items of a batch each would look through
 * the list that it names an element of (LIM-5).
 */
export class KnownKeys {
  readonly #keyOf: (item: unknown) => string | undefined;
  /** Those that were asked for; undefined for one of which nobody knows yet whether it will be asked for again. */
  readonly #lists = new Map<readonly unknown[], KeyIndex | undefined>();
  #version = -1;

  constructor(keyOf: (item: unknown) => string | undefined) {
    this.#keyOf = keyOf;
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
    const index = isFirst ? undefined : this.#indexOf(items);
    this.#lists.set(items, index);
    return index;
  }

  forget(): void {
    if (this.#lists.size > 0) this.#lists.clear();
  }

  #indexOf(items: readonly unknown[]): KeyIndex {
    const index = new FirstOfEach();
    for (let i = 0; i < items.length; i++) {
      const key = this.#keyOf(items[i]);
      if (key === undefined || index.has(key)) continue;
      index.set(key, i);
      index.longest = Math.max(index.longest, key.length);
    }
    return index;
  }
}
