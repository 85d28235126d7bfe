import type { Json } from '../../../common/json.js';
import { notCaptured, type PathSegments as Path } from '../../../objects/property-ref.js';
import type { Mark } from '../../../state/marks.js';
import { itemsOf } from '../../../types/graph/kinds.js';
import { inlineElement } from '../../../types/graph/list-diff.js';
import type { Type } from '../../../types/type.js';
import { hasAll } from '../../document/is-same-json.js';
import { type EntryValue, groupBySegment, type PendingValue } from '../entry-value.js';
import { carryMembers, type EntryValueWriter } from '../entry-value-writer.js';
import { type ArrayOfFile, isReference, type Slot } from './array-of-file.js';

/** The elements of an array in an entry: their JSON and the values to compare. Used by `EntryEditor`. */
export class ArrayElements {
  readonly #value: EntryValue;
  readonly #writer: EntryValueWriter;
  readonly #isInline: boolean;
  readonly #marksOf: (item: number) => readonly Mark[];
  readonly #pendingOf: (entry: number) => readonly PendingValue[];
  readonly #describedElsewhereOf: (item: number) => readonly { readonly path: Path }[];
  readonly array: ArrayOfFile;
  /** True if the present and the old value can be compared by element. */
  readonly isList: boolean;

  constructor(value: EntryValue, held: readonly Json[], element: Type, writer: EntryValueWriter) {
    const { within, pending } = value;
    const items = itemsOf(value.now);
    const now = items ?? [];
    const before = itemsOf(value.before === notCaptured ? undefined : value.before);
    this.isList = items !== undefined && before !== undefined;
    this.#value = value;
    this.#writer = writer;
    this.#isInline = inlineElement(element) !== undefined;
    this.#marksOf = groupBySegment(value.marks);
    this.#pendingOf = groupBySegment(pending);
    this.#describedElsewhereOf = groupBySegment(value.describedElsewhere.map((path) => ({ path })));
    const defaults = this.#isInline ? defaultsOf(value.default) : undefined;
    this.array = {
      path: value.entryPath,
      held,
      element,
      now,
      before: before ?? [],
      defaults,
      isComplete: (entry, item) => hasAll(held[entry]!, writer.newElement(element, now[item], false, within)),
      isLeftOut: (entry) =>
        this.#pendingOf(entry).some(({ path, isLeftOut }) => isLeftOut && path.length === 0),
      write: (value, isNew) => writer.newElement(element, value, isNew, within),
      carryOver: (entry, json) => carryMembers(held[entry]!, json, this.#pendingIn(entry)),
      pendingIndexOf: (entry) =>
        this.#pendingOf(entry).find(({ path, isLeftOut }) => !isLeftOut && path.length === 0)?.objectPath[0],
    };
  }

  /** Returns the value of an element that has an entry. */
  entryValue(slot: Slot): EntryValue {
    const { item, old, entry, defaultIndex } = slot;
    const { within, isEdited, entryPath } = this.#value;
    const { element, held, now, before } = this.array;
    const defaults = defaultsOf(this.#value.default);
    const pending = this.#pendingIn(entry!);
    return {
      type: element,
      held: held[entry!],
      entryPath: [...entryPath, entry!],
      before: before[old!] ?? null,
      now: now[item!],
      default: defaultIndex === undefined ? notCaptured : (defaults?.[defaultIndex] ?? null),
      marks: this.#marksAt(slot, pending),
      pending,
      earlier: [],
      describedElsewhere: this.#describedElsewhereOf(item!).map(({ path }) => path),
      isEdited,
      isNewElement: this.#isInline && defaults !== undefined && defaultIndex === undefined,
      within,
    };
  }

  #marksAt({ item, old, entry, defaultIndex }: Slot, pending: readonly PendingValue[]): Mark[] {
    const { held, now, before } = this.array;
    const defaults = defaultsOf(this.#value.default);
    const marks = [...this.#marksOf(item!)];
    const wasNull = (before[old!] ?? null) === null && (now[item!] ?? null) === null;
    // A user cancelled a pending element here, so its reference must not resolve to another element.
    if (wasNull && isReference(held[entry!]!) && !pending.some(({ path }) => path.length === 0))
      marks.push({ path: [], kind: 'decided' });
    // A reset gave it the default at its index, which its entry does not modify.
    const isOfOtherDefault =
      this.#isInline && defaults !== undefined && defaultIndex !== item && item! < defaults.length;
    return isOfOtherDefault ? marks.flatMap(dropReset) : marks;
  }

  /** Returns the JSON of an element without an entry. */
  added({ item, defaultIndex }: Slot): Json {
    const { element, now } = this.array;
    if (this.#describedElsewhereOf(item!).some(({ path }) => path.length === 0)) return {};
    return this.#writer.delta(element, now[item!], defaultsOf(this.#value.default)?.[defaultIndex!]);
  }

  #pendingIn(entry: number): PendingValue[] {
    return this.#pendingOf(entry).map(
      (each): PendingValue => ({ ...each, objectPath: each.objectPath.slice(1) }),
    );
  }
}

/** Drops a reset; one that cancelled a pending reference becomes a decided value. */
export function dropReset(mark: Mark): Mark[] {
  if (mark.kind !== 'reset') return [mark];
  return mark.cancelledByUser || mark.hasCancelled ? [{ path: mark.path, kind: 'decided' }] : [];
}

function defaultsOf(snapshot: unknown): readonly unknown[] | undefined {
  return Array.isArray(snapshot) ? snapshot : undefined;
}
