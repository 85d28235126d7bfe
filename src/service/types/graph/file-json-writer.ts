import { failed } from '../../common/application-code.js';
import { isJsonObject, type Json, type JsonObject } from '../../common/json.js';
import type { ExposedClass } from '../exposed-class.js';
import { type Type, unknownJson } from '../type.js';
import { CompositeSnapshot } from './composite-snapshot.js';
import {
  type ArrayKind,
  type CompositeKind,
  compositeOf,
  isArray,
  isComposite,
  isLeaf,
  isNullable,
  itemsOf,
} from './kinds.js';
import { type Aligned, align, certain, inlineElement, isSameElement } from './list-diff.js';

/** Number of values up to which shared objects are written again instead of being omitted. */
export const maxExpanded = 10_000;

/** An inline composite whose members have not been written yet. */
interface Unwritten {
  readonly target: object;
  readonly class: ExposedClass;
  /** The snapshot to compare with; undefined if it is written completely. */
  readonly snapshot: CompositeSnapshot | undefined;
  readonly into: JsonObject;
}

/**
 * Writes values in the shape of files (wire.md section 7), completely or as differences from a snapshot. Composites are
 * expanded (DEP-10), except in themselves, or beyond the value limit if the entry contains them already. Omitted ones
 * are missing members, or `{}` in an array, which both read as unchanged. Use one writer per entry, since the limit
 * applies to the whole entry.
 */
export class FileJsonWriter {
  readonly #ancestors = new Set<object>();
  readonly #written = new Set<object>();
  /** A stack of composites to write, and of completed ones. */
  readonly #pending: (Unwritten | { readonly leave: object })[] = [];
  /** Members with an object that is removed if it stays empty. */
  readonly #held: { readonly by: JsonObject; readonly name: string }[] = [];
  readonly #onLimit: () => void;
  readonly #onNameless: (target: object) => void;
  readonly #areListsWhole: boolean;
  #values = 0;
  #isLimitReported = false;

  /**
   * `onLimit` is called once if the value limit omits something, `onNameless` for each referenced object that files
   * cannot name. `areListsWhole` writes lists that differ completely (SNP-5).
   */
  constructor(
    onLimit: () => void = () => {},
    onNameless: (target: object) => void = () => {},
    areListsWhole = false,
  ) {
    this.#onLimit = onLimit;
    this.#onNameless = onNameless;
    this.#areListsWhole = areListsWhole;
  }

  /** Runs `write` for values inside of `ancestors`, which are not written again. */
  inside<T>(ancestors: Iterable<object>, write: () => T): T {
    const added = [...ancestors].filter((each) => !this.#ancestors.has(each));
    for (const each of added) this.#ancestors.add(each);
    try {
      return write();
    } finally {
      for (const each of added) this.#ancestors.delete(each);
    }
  }

  whole(type: Type, value: unknown): Json | undefined {
    return this.#finished(type, this.#whole(type, value, undefined));
  }

  delta(type: Type, value: unknown, snapshot: unknown): Json | undefined {
    return this.#finished(type, this.#delta(type, value, snapshot));
  }

  #finished(type: Type, json: Json | undefined): Json | undefined {
    const holder: JsonObject = {};
    this.#put(holder, 'value', type, json);
    this.#finish();
    return holder.value;
  }

  #put(into: JsonObject, name: string, type: Type, json: Json | undefined): void {
    if (json === undefined) return;
    into[name] = json;
    if (compositeOf(type) !== undefined && json !== unknownJson) this.#held.push({ by: into, name });
  }

  #finish(): void {
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) {
      if ('leave' in next) this.#ancestors.delete(next.leave);
      else if (!this.#isLeftOut(next.target)) this.#members(next);
    }
    for (const { by, name } of this.#held.reverse()) {
      const json = by[name];
      if (isJsonObject(json) && Object.keys(json).length === 0) delete by[name];
    }
    this.#held.length = 0;
  }

  #isLeftOut(target: object): boolean {
    if (this.#values <= maxExpanded || !this.#written.has(target)) return false;
    if (!this.#isLimitReported) this.#onLimit();
    this.#isLimitReported = true;
    return true;
  }

  #members({ target, class: cls, snapshot, into }: Unwritten): void {
    this.#written.add(target);
    this.#ancestors.add(target);
    this.#pending.push({ leave: target });
    const first = this.#pending.length;
    if (snapshot === undefined) into['@type'] = cls.name;
    for (const member of cls.members) {
      if (!member.isPersistable) continue;
      const value = member.read(target);
      const before = snapshot?.of(member);
      const json =
        snapshot === undefined
          ? this.#whole(member.type, value, undefined)
          : this.#delta(member.type, value, before);
      this.#put(into, member.name, member.type, json);
    }
    // Reversed, so that the first is written next; not spread, since a list may exceed the limit of arguments.
    const added = this.#pending.splice(first);
    while (added.length > 0) this.#pending.push(added.pop()!);
  }

  /** Writes a composite completely; `instead` replaces an omitted one and receives the members otherwise. */
  #whole(type: Type, value: unknown, instead: JsonObject | undefined): Json | undefined {
    if (value === failed) return unknownJson;
    this.#values += type.size;
    if (isLeaf(type)) return type.persist(value);
    if (isNullable(type)) {
      return value === null || value === undefined ? null : this.#whole(type.inner, value, instead);
    }
    if (isArray(type)) return this.#wholeArray(type, value);
    return isComposite(type) ? this.#wholeComposite(type, value, instead) : undefined;
  }

  #wholeArray(type: ArrayKind, value: unknown): Json {
    const entries: Json[] = [];
    for (const item of itemsOf(value) ?? []) {
      // An element that files cannot name keeps its index, so that others do not move.
      entries.push(this.#whole(type.element, item, {}) ?? null);
    }
    return entries;
  }

  #wholeComposite(type: CompositeKind, value: unknown, instead: JsonObject | undefined): Json | undefined {
    if (value === null || value === undefined) return null;
    const target = type.living(value);
    // A destroyed object is skipped, not written as null (LSC-12).
    if (target === undefined) return undefined;
    const cls = type.classOfInline(target);
    if (cls === undefined || cls.isEngineClass) {
      const key = type.fileKey(target);
      if (key !== undefined) return { '@ref': key };
      this.#onNameless(target);
      return undefined;
    }
    if (this.#ancestors.has(target)) return instead;
    const into = instead ?? {};
    this.#pending.push({ target, class: cls, snapshot: undefined, into });
    return into;
  }

  #delta(type: Type, value: unknown, snapshot: unknown): Json | undefined {
    if (value === failed) return unknownJson;
    if (snapshot === failed) return undefined;
    if (isLeaf(type)) {
      const json = type.delta(value, snapshot);
      if (json !== undefined) this.#values += type.size;
      return json;
    }
    if (snapshot === undefined) return this.#whole(type, value, undefined);
    if (type.same(value, snapshot)) return undefined;
    return this.#difference(type, value, snapshot);
  }

  /** Writes a value that is known to differ. */
  #difference(type: Type, value: unknown, snapshot: unknown): Json | undefined {
    if (isNullable(type)) {
      if (value === null || value === undefined) return null;
      return this.#difference(type.inner, value, snapshot);
    }
    if (isArray(type)) return this.#arrayDifference(type, value, snapshot);
    const target = isComposite(type) ? type.living(value) : undefined;
    if (!isComposite(type) || target === undefined || !(snapshot instanceof CompositeSnapshot))
      return this.#whole(type, value, undefined);
    const isReference = snapshot.class.isEngineClass;
    if (isReference || type.classOfInline(target) !== snapshot.class)
      return this.#whole(type, value, undefined);
    this.#values++;
    if (this.#ancestors.has(target)) return undefined;
    const into: JsonObject = {};
    this.#pending.push({ target, class: snapshot.class, snapshot, into });
    return into;
  }

  #arrayDifference(type: ArrayKind, value: unknown, snapshot: unknown): Json {
    const element = inlineElement(type.element);
    return element === undefined || this.#areListsWhole
      ? this.#wholeArray(type, value)
      : this.#arrayDelta(element, itemsOf(value) ?? [], itemsOf(snapshot) ?? []);
  }

  /** Writes one entry per element in order: its differences, or `{}` if there are none (wire.md section 7). */
  #arrayDelta(element: CompositeKind, items: readonly unknown[], before: readonly unknown[]): Json {
    const entries: Json[] = [];
    const aligned = align(items.length, before.length, (i, j) =>
      isSameElement(element, items[i], before[j]) ? certain : 0,
    );
    for (const [item, old] of nullsInPlace(aligned, items)) {
      if (item === undefined) entries.push({ '@op': 'removed' });
      else if (old === undefined) entries.push(this.#added(element, items[item]));
      else {
        const json = this.#delta(element, items[item], before[old] ?? null);
        // Null is a value; only undefined is an unchanged element.
        entries.push(json === undefined ? {} : json);
      }
    }
    return entries;
  }

  /** Writes a new element of an array that is written element by element. */
  added(element: CompositeKind, value: unknown): Json {
    return this.#finished(element, this.#added(element, value)) ?? { '@op': 'new' };
  }

  #added(element: CompositeKind, value: unknown): Json {
    return this.#whole(element, value, { '@op': 'new' }) ?? null;
  }
}

/** Reorders null elements: a null cannot be marked as new, so it takes the index of the next default. */
function nullsInPlace(aligned: readonly Aligned[], items: readonly unknown[]): Aligned[] {
  const count = aligned.filter(([, old]) => old !== undefined).length;
  const placed: Aligned[] = [];
  let next = 0;
  for (const [item, old] of aligned) {
    const isNull = item !== undefined && (items[item] ?? null) === null;
    if (old === undefined) placed.push([item, isNull && next < count ? next++ : undefined]);
    else if (old >= next) {
      placed.push([item, old]);
      next = old + 1;
    } else if (item !== undefined) placed.push([item, isNull && next < count ? next++ : undefined]);
  }
  return placed;
}
