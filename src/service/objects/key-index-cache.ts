import { type ExposedClass, longestOf } from '../types/exposed-class.js';

/** Maximum number of lists indexed at a time. */
const maxLists = 4;
/** Below this length, scanning the list is cheaper than indexing it. */
const minIndexedLength = 64;

/** The first index of each key and each class in a list. */
interface KeyIndex {
  readonly keys: ReadonlyMap<string, number>;
  readonly classes: ReadonlyMap<ExposedClass, number>;
  /** Number of characters of the longest key or name of a class. */
  readonly longestName: number;
}

/** Returns the key and the class of an element. */
interface ElementLookup {
  of(item: unknown): string | undefined;
  classOf(item: unknown): ExposedClass | undefined;
}

/**
 * Indexes the keys of large lists until one changes: otherwise every item of a batch would scan the list (LIM-5).
 * Used by `ElementKeys`.
 */
export class KeyIndexCache {
  readonly #elements: ElementLookup;
  /** The requested lists; undefined until the second request, which indexes the list. */
  readonly #lists = new Map<readonly unknown[], KeyIndex | undefined>();
  #version = -1;

  constructor(elements: ElementLookup) {
    this.#elements = elements;
  }

  /**
   * Returns the index of a list; undefined for a short list, or the first time.
   * @param version of the registry and the classes, since an element may have another class in another version
   */
  of(items: readonly unknown[], version: number): KeyIndex | undefined {
    if (items.length <= minIndexedLength) return undefined;
    if (this.#version !== version) this.forget();
    this.#version = version;
    const cached = this.#lists.get(items);
    if (cached !== undefined) return cached;
    const isFirst = !this.#lists.has(items);
    if (isFirst && this.#lists.size === maxLists) this.#lists.delete(this.#lists.keys().next().value!);
    const index = isFirst ? undefined : this.build(items);
    this.#lists.set(items, index);
    return index;
  }

  forget(): void {
    if (this.#lists.size > 0) this.#lists.clear();
  }

  /** Indexes a list in one pass. */
  build(items: readonly unknown[]): KeyIndex {
    const keys = new Map<string, number>();
    const classes = new Map<ExposedClass, number>();
    let longestName = 0;
    for (let i = 0; i < items.length; i++) {
      const cls = this.#elements.classOf(items[i]);
      if (cls !== undefined && !classes.has(cls)) {
        classes.set(cls, i);
        const { name, formerNames = [] } = cls.definition;
        longestName = Math.max(longestName, longestOf([name, ...formerNames]));
      }
      const key = this.#elements.of(items[i]);
      if (key === undefined || keys.has(key)) continue;
      keys.set(key, i);
      longestName = Math.max(longestName, key.length);
    }
    return { keys, classes, longestName };
  }
}
