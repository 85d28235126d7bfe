import { failed } from '../common/application-code.js';
import type { ClassTable } from '../types/class-table.js';
import { CompositeType } from '../types/composite.js';
import type { ExposedClass } from '../types/exposed-class.js';
import type { ExposedMember } from '../types/exposed-member.js';
import { CompositeSnapshot, isCaptured } from '../types/graph/composite-snapshot.js';
import { plainType } from '../types/nullable.js';
import type { Type } from '../types/type.js';
import { KeyIndexCache } from './key-index-cache.js';
import type { ExposedObjectRegistry } from './object-registry.js';

/** Finds an element again after its array has changed; elements without one are found by their index. */
export interface ElementFinder {
  /** Returns the index of the element, which was at `last`; -1 if it is gone. */
  find(items: readonly unknown[], last: number): number;
}

interface CachedDefaults {
  /** The registry version, since an element of another class may have another key. */
  readonly version: number;
  readonly byKey: ReadonlyMap<string | undefined, unknown>;
}

/**
 * Finds elements of arrays by key, and matches them with captured defaults (wire.md section 6). Used by
 * `PathResolver`.
 */
export class ElementKeys {
  readonly #classes: ClassTable;
  readonly #objects: ExposedObjectRegistry;
  readonly #keyIndexCache = new KeyIndexCache(this);
  readonly #defaults = new WeakMap<readonly unknown[], CachedDefaults>();

  constructor(classes: ClassTable, objects: ExposedObjectRegistry) {
    this.#classes = classes;
    this.#objects = objects;
  }

  /** Returns the key of an element; undefined if it has none. */
  of(item: unknown): string | undefined {
    if (item === null || typeof item !== 'object') return undefined;
    const member = this.#objects.classOf(item)?.keyMember;
    if (member === undefined) return undefined;
    return keyText(member, member.read(item));
  }

  /** Returns a finder for an element with a key. */
  finder(text: string, element: Type): ElementFinder {
    const isReference = isReferenceType(element);
    return {
      find: (items, last) =>
        last < items.length && this.#isNamed(items[last], text, isReference)
          ? last
          : this.find(items, text, isReference),
    };
  }

  /**
   * Returns the index of the first element with the key; for references also of the first whose class has that
   * name.
   * @param isTracked true if `forget` is called for every change of the elements and their keys
   */
  find(items: readonly unknown[], text: string, isReference: boolean, isTracked = false): number {
    const keyIndex = isTracked ? this.#keyIndexCache.of(items, this.#objects.version) : undefined;
    const index =
      keyIndex?.keys.get(text) ?? (keyIndex ? -1 : items.findIndex((item) => this.of(item) === text));
    if (index >= 0 || !isReference) return index;
    const cls = this.#classes.find(text);
    if (cls === undefined) return -1;
    return keyIndex
      ? (keyIndex.classes.get(cls) ?? -1)
      : items.findIndex((item) => this.classOf(item) === cls);
  }

  /** Like `find`, among the visible elements. */
  findVisible(
    items: readonly unknown[],
    text: string,
    isReference: boolean,
    isVisible: (index: number) => boolean,
  ): number {
    const index = items.findIndex((item, i) => this.of(item) === text && isVisible(i));
    const cls = index < 0 && isReference ? this.#classes.find(text) : undefined;
    if (cls === undefined) return index;
    return items.findIndex((item, i) => this.classOf(item) === cls && isVisible(i));
  }

  /** Clears the cache after elements or keys have changed. */
  forget(): void {
    this.#keyIndexCache.forget();
  }

  /** Returns a predicate that is true for names that lead to an element, including indexes. */
  nameMatcher(items: readonly unknown[], isReference: boolean, isTracked = false): (name: string) => boolean {
    const keyIndex = isTracked ? this.#keyIndexCache.of(items, this.#objects.version) : undefined;
    const { keys, classes, longestName } = keyIndex ?? this.#keyIndexCache.build(items);
    return (name) => {
      if (isIndex(name)) return Number(name) < items.length;
      if (name.length > longestName) return false;
      if (keys.has(name)) return true;
      if (!isReference) return false;
      const cls = this.#classes.find(name);
      return cls !== undefined && classes.has(cls);
    };
  }

  /**
   * Returns the captured default of an element: the one with its key, or at its index if the elements have no keys. Of
   * several with the key it is the one at the same index, or the first. Returns `missing` if there is none.
   */
  baseline(items: readonly unknown[], index: number, defaults: readonly unknown[], missing: symbol): unknown {
    const item = items[index];
    const atIndex = index < defaults.length ? defaults[index] : missing;
    if (this.classOf(item)?.keyMember === undefined) return atIndex;
    const key = this.of(item);
    if (atIndex !== missing && this.#keyOfDefault(atIndex)?.text === key) return atIndex;
    const byKey = this.#defaultsByKey(defaults);
    if (byKey.size === 0) return atIndex;
    return byKey.has(key) ? byKey.get(key) : missing;
  }

  /** Indexes captured elements by key, cached since they do not change; of equal keys the first counts. */
  #defaultsByKey(defaults: readonly unknown[]): ReadonlyMap<string | undefined, unknown> {
    const { version } = this.#objects;
    const present = this.#defaults.get(defaults);
    if (present?.version === version) return present.byKey;
    const byKey = new Map<string | undefined, unknown>();
    let areCaptured = true;
    for (const each of defaults) {
      const key = this.#keyOfDefault(each);
      if (key !== undefined && !byKey.has(key.text)) byKey.set(key.text, each);
      areCaptured &&= each instanceof CompositeSnapshot;
    }
    if (areCaptured) this.#defaults.set(defaults, { version, byKey });
    return byKey;
  }

  #isNamed(item: unknown, text: string, isReference: boolean): boolean {
    if (this.of(item) === text) return true;
    const cls = isReference ? this.#classes.find(text) : undefined;
    return cls !== undefined && this.classOf(item) === cls;
  }

  /** Returns the class of an element; undefined if it has none. */
  classOf(item: unknown): ExposedClass | undefined {
    return item === null || typeof item !== 'object' ? undefined : this.#objects.classOf(item);
  }

  /** Returns the key of a captured element; undefined if its class has none, or it was not captured. */
  #keyOfDefault(snapshot: unknown): { readonly text: string | undefined } | undefined {
    if (!(snapshot instanceof CompositeSnapshot)) {
      return this.classOf(snapshot)?.keyMember && { text: this.of(snapshot) };
    }
    const member = snapshot.class.keyMember;
    if (member === undefined || !isCaptured(member)) return undefined;
    const value = snapshot.of(member);
    return value === failed ? undefined : { text: keyText(member, value) };
  }
}

/** True for digits, which are an index (wire.md section 6). */
export function isIndex(text: string): boolean {
  return digits.test(text);
}

const digits = /^\d+$/;

/** True for arrays of engine objects, whose elements can also be named by type. */
export function isReferenceType(element: Type): boolean {
  const type = plainType(element);
  return type instanceof CompositeType && type.isReference;
}

/** Returns a key as a string, such as an enum's name or a Single's shortest form; undefined if there is none. */
export function keyText({ type }: ExposedMember, value: unknown): string | undefined {
  if (value === null || value === undefined || value === failed) return undefined;
  if (typeof value === 'string' && type.name === 'String') return value;
  const text = type.write(value, 1);
  return text.startsWith('"') ? (JSON.parse(text) as string) : text;
}
