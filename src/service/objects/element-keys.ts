import { failed } from '../application-code.js';
import type { ClassTable } from '../types/class-table.js';
import { CompositeType } from '../types/composite.js';
import type { ExposedClass } from '../types/exposed-class.js';
import type { ExposedMember } from '../types/exposed-member.js';
import { CompositeSnapshot, isCaptured } from '../types/graph/snapshot.js';
import { plainType } from '../types/nullable.js';
import type { Type } from '../types/type.js';
import { KeyIndexCache } from './key-index-cache.js';
import type { ExposedObjectRegistry } from './registry.js';

/** How an element is found again after its array has changed; without one, it is whatever stands at its index. */
export interface ElementFinder {
  /** The index of the element, which was at `last`; -1 when it is gone. */
  find(items: readonly unknown[], last: number): number;
}

interface KnownDefaults {
  /** Of the registry: an element may have a key in another class. */
  readonly version: number;
  readonly byKey: ReadonlyMap<string | undefined, unknown>;
}

/** Keys of the elements of arrays (wire.md section 6): found, read, and matched with captured defaults. */
export class ElementKeys {
  readonly #classes: ClassTable;
  readonly #objects: ExposedObjectRegistry;
  readonly #keyIndexCache = new KeyIndexCache(this);
  readonly #defaults = new WeakMap<readonly unknown[], KnownDefaults>();

  constructor(classes: ClassTable, objects: ExposedObjectRegistry) {
    this.#classes = classes;
    this.#objects = objects;
  }

  /** The key of an element; undefined where it has none. */
  of(item: unknown): string | undefined {
    if (item === null || typeof item !== 'object') return undefined;
    const member = this.#objects.classOf(item)?.keyMember;
    if (member === undefined) return undefined;
    return keyText(member, member.read(item));
  }

  /** Finds an element by a key again. */
  finder(text: string, element: Type): ElementFinder {
    const isReference = holdsReferences(element);
    return {
      find: (items, last) =>
        last < items.length && this.#isNamed(items[last], text, isReference)
          ? last
          : this.find(items, text, isReference),
    };
  }

  /**
   * Index of the first element with the key; else, of references, of the first whose class has that name.
   * @param isTold every change of the elements, and of their keys, is told: `forget` is called then
   */
  find(items: readonly unknown[], text: string, isReference: boolean, isTold = false): number {
    const known = isTold ? this.#keyIndexCache.of(items, this.#objects.version) : undefined;
    const index = known?.keys.get(text) ?? (known ? -1 : items.findIndex((item) => this.of(item) === text));
    if (index >= 0 || !isReference) return index;
    const cls = this.#classes.find(text);
    if (cls === undefined) return -1;
    return known ? (known.classes.get(cls) ?? -1) : items.findIndex((item) => this.classOf(item) === cls);
  }

  /** The same as `find`, of the elements that `isSeen` lets count. */
  findSeen(
    items: readonly unknown[],
    text: string,
    isReference: boolean,
    isSeen: (index: number) => boolean,
  ): number {
    const index = items.findIndex((item, i) => this.of(item) === text && isSeen(i));
    const cls = index < 0 && isReference ? this.#classes.find(text) : undefined;
    if (cls === undefined) return index;
    return items.findIndex((item, i) => this.classOf(item) === cls && isSeen(i));
  }

  /** Elements of some list, or their keys, may be others. */
  forget(): void {
    this.#keyIndexCache.forget();
  }

  /** Tells what leads to one of the elements, digits as an index; the elements are looked at once. */
  names(items: readonly unknown[], isReference: boolean, isTold = false): (name: string) => boolean {
    const known = isTold ? this.#keyIndexCache.of(items, this.#objects.version) : undefined;
    const { keys, classes, longest } = known ?? this.#keyIndexCache.lookThrough(items);
    return (name) => {
      if (isIndex(name)) return Number(name) < items.length;
      // To look a long text up costs as much as it is long.
      if (name.length <= longest && keys.has(name)) return true;
      if (!isReference || name.length > this.#classes.longestName) return false;
      const cls = this.#classes.find(name);
      return cls !== undefined && classes.has(cls);
    };
  }

  /**
   * The captured default of the element at `index`: where elements have keys, that of its key, and of several the one at
   * the same index; otherwise that at the same index. `missing` when the defaults have none.
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

  /** The first of each key among captured elements: what was captured does not change, and is looked through once. */
  #defaultsByKey(defaults: readonly unknown[]): ReadonlyMap<string | undefined, unknown> {
    const { version } = this.#objects;
    const present = this.#defaults.get(defaults);
    if (present?.version === version) return present.byKey;
    const byKey = new Map<string | undefined, unknown>();
    let areCaptured = true;
    for (const each of defaults) {
      const known = this.#keyOfDefault(each);
      if (known !== undefined && !byKey.has(known.text)) byKey.set(known.text, each);
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

  /** The class of an element; undefined for what is of none. */
  classOf(item: unknown): ExposedClass | undefined {
    return item === null || typeof item !== 'object' ? undefined : this.#objects.classOf(item);
  }

  /** The key of a captured element; undefined where its class has none, or it was not captured. */
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

/** Digits alone are an index (wire.md section 6). */
export function isIndex(text: string): boolean {
  return digits.test(text);
}

const digits = /^\d+$/;

/** Arrays of engine objects are asked for type names too. */
export function holdsReferences(element: Type): boolean {
  const type = plainType(element);
  return type instanceof CompositeType && type.isReference;
}

/** The text of a key: its value as it is written, an enum's name, a Single's shortest form; undefined where there is none. */
export function keyText({ type }: ExposedMember, value: unknown): string | undefined {
  if (value === null || value === undefined || value === failed) return undefined;
  if (typeof value === 'string' && type.name === 'String') return value;
  const text = type.write(value, 1);
  return text.startsWith('"') ? (JSON.parse(text) as string) : text;
}
