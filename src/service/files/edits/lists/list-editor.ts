import { isJsonObject, type Json } from '../../../common/json.js';
import type { PathSegments as Path } from '../../../objects/property-ref.js';
import { endOfMentioned, operationOf } from '../../../types/graph/file-reader.js';
import type { CompositeKind } from '../../../types/graph/kinds.js';
import { inlineElement } from '../../../types/graph/list-diff.js';
import type { ArrayItem, Edit } from '../../document/text-edits.js';
import { type ArrayOfFile, type KnownElement, knownElements, type Slot } from './array-of-file.js';
import { slotsOf } from './array-slots.js';

/** An entry of the resulting array: an existing entry, one for a default that has none yet, or a new entry. */
interface Line {
  readonly entry?: number | undefined;
  /** The JSON of a line without a present entry. */
  readonly json?: Json;
  /** True if it modifies a default; such lines keep their order. */
  readonly isOfDefault: boolean;
  /** True for a default that has no entry yet; `#withUnmentioned` decides whether it gets one. */
  readonly isUnmentioned?: boolean;
  /** The old entry that a new line replaces. */
  readonly replaces?: number | undefined;
}

/** An item of the old array: an entry, an element, or both. */
interface OldItem {
  readonly entry?: number;
  readonly old?: number;
  readonly isOfDefault: boolean;
}

function lineOf({ entry, isOfDefault }: OldItem): Line {
  return { entry, isOfDefault };
}

/** Computes the edits of an array in a file for added, removed and moved elements; other entries stay unchanged. */
export class ListEditor {
  readonly #array: ArrayOfFile;
  readonly #known: readonly KnownElement[];
  readonly #inline: CompositeKind | undefined;
  readonly edits: Edit[] = [];
  /** New indexes of entries by their old ones. */
  readonly moved = new Map<number, number>();
  /** True if the array can only be written as a whole. */
  isImpossible = false;

  constructor(array: ArrayOfFile) {
    this.#array = array;
    this.#inline = inlineElement(array.element);
    this.#known = knownElements(array);
  }

  get path(): Path {
    return this.#array.path;
  }

  /** True if the entries match the old elements; otherwise the array can only be written as a whole. */
  get isKnown(): boolean {
    return this.#known.length === this.#array.before.length;
  }

  /**
   * Computes the edits. `visit` receives the remaining elements that have an entry; `delta` returns the JSON of an
   * element without an entry.
   */
  run(visit: (slot: Slot) => void, delta: (slot: Slot) => Json): void {
    const slots = slotsOf(this.#array, this.#known);
    const lines = this.#withUnmentioned(this.#lines(slots, delta));
    this.isImpossible ||= this.#movesIncomplete(slots, lines);
    if (this.isImpossible) return;
    const stays = new Set(lines.map(({ entry }) => entry));
    for (const slot of slots) {
      const isThere = slot.item !== undefined && slot.old !== undefined && stays.has(slot.entry);
      if (isThere && slot.entry !== undefined) visit(slot);
    }
    this.#markNew(lines);
    this.#toEdits(lines);
  }

  /** True if an incomplete entry would move. Without a default it is relative to a new object at its index. */
  #movesIncomplete(slots: readonly Slot[], lines: readonly Line[]): boolean {
    const { defaults, isComplete } = this.#array;
    if (defaults !== undefined || this.#inline === undefined) return false;
    const itemOf = new Map(slots.map(({ entry, item }) => [entry, item]));
    for (const [index, { entry }] of lines.entries()) {
      const item = itemOf.get(entry);
      const isMoved = entry !== undefined && entry !== index && item !== undefined;
      if (isMoved && !isComplete(entry, item)) return true;
    }
    return false;
  }

  /** Marks new elements that precede a default with `@op`; after the last default none is needed. */
  #markNew(lines: readonly Line[]): void {
    const { held, defaults } = this.#array;
    if (defaults === undefined || this.#inline === undefined) return;
    const lastOfDefault = lines.findLastIndex(({ isOfDefault }) => isOfDefault);
    for (const { entry, isOfDefault } of lines.slice(0, Math.max(lastOfDefault, 0))) {
      const json = entry === undefined || isOfDefault ? undefined : held[entry];
      if (isJsonObject(json) && operationOf(json) === undefined)
        this.edits.push({ kind: 'set', path: [...this.path, entry!, '@op'], value: 'new' });
    }
  }

  /**
   * Returns the resulting lines. Those of defaults keep their order; left-out entries stay after the same
   * predecessor.
   */
  #lines(slots: readonly Slot[], delta: (slot: Slot) => Json): Line[] {
    const lines: Line[] = [];
    const oldItems = this.#oldItems();
    const lastOfDefault = oldItems.findLastIndex(({ isOfDefault }) => isOfDefault);
    const goneOlds = new Set<number | undefined>();
    const presentOlds = new Set<number | undefined>();
    for (const { item, old } of slots) {
      (item === undefined ? goneOlds : presentOlds).add(old);
    }
    const isMoved = ({ old, entry, defaultIndex }: Slot) =>
      entry !== undefined && defaultIndex === undefined && presentOlds.has(old);
    const added: Line[] = [];
    let next = 0;
    /** Copies the items before an old element; they have no element. */
    const copyUpTo = (old: number): void => {
      for (; oldItems[next]!.old !== old; next++) lines.push(lineOf(oldItems[next]!));
      next++;
    };
    // A moved element counts as removed at its old index.
    const isInPlace = ({ item, old }: Slot) =>
      old !== undefined && (item === undefined || !goneOlds.has(old));
    for (const slot of slots) {
      if (!isInPlace(slot)) {
        added.push(this.#addedLine(slot));
        continue;
      }
      const { item, entry, defaultIndex } = slot;
      const isOfDefault = defaultIndex !== undefined;
      copyUpTo(slot.old!);
      if (item === undefined) {
        if (!isOfDefault || isMoved(slot)) continue;
        if (entry === undefined) lines.push({ json: { '@op': 'removed' }, isOfDefault, isUnmentioned: true });
        else {
          this.edits.push({ kind: 'set', path: [...this.path, entry], value: { '@op': 'removed' } });
          lines.push({ entry, isOfDefault });
        }
        continue;
      }
      for (const line of added.splice(0)) lines.push(line);
      if (entry === undefined) lines.push({ json: delta(slot), isOfDefault, isUnmentioned: true });
      else lines.push({ entry, isOfDefault });
      this.#refuseNull(slot, next <= lastOfDefault);
    }
    for (; next < oldItems.length; next++) lines.push(lineOf(oldItems[next]!));
    return [...lines, ...added];
  }

  /** Returns the entries in order, with the defaults that the file does not mention at their index. */
  #oldItems(): OldItem[] {
    const { held, defaults } = this.#array;
    const restAt = defaults === undefined ? held.length : endOfMentioned(held);
    const rest: OldItem[] = [];
    const oldOf = new Map<number, number>();
    for (const [old, { entry }] of this.#known.entries()) {
      if (entry === undefined) rest.push({ old, isOfDefault: true });
      else oldOf.set(entry, old);
    }
    const entries: OldItem[] = [];
    for (const [entry, json] of held.entries()) {
      const old = oldOf.get(entry);
      const operation = defaults === undefined ? undefined : operationOf(json);
      const isOfDefault =
        old === undefined
          ? defaults !== undefined && operation !== 'new'
          : this.#known[old]!.defaultIndex !== undefined;
      entries.push({ entry, ...(old !== undefined && { old }), isOfDefault });
    }
    return [...entries.slice(0, restAt), ...rest, ...entries.slice(restAt)];
  }

  #addedLine({ item, old, entry, defaultIndex }: Slot): Line {
    const { now, write, carryOver, defaults } = this.#array;
    if (old !== undefined && entry !== undefined && defaultIndex === undefined)
      return { entry, isOfDefault: false };
    const json = write(now[item!], defaults !== undefined);
    return entry === undefined
      ? { json, isOfDefault: false }
      : { json: carryOver(entry, json), isOfDefault: false, replaces: entry };
  }

  /** Rules out edits if a new null precedes a default, since a load would read it as that default. */
  #refuseNull({ item, defaultIndex }: Slot, isBeforeDefault: boolean): void {
    const { now, defaults } = this.#array;
    const isNull = defaults !== undefined && defaultIndex === undefined && (now[item!] ?? null) === null;
    if (isNull && isBeforeDefault) this.isImpossible = true;
  }

  /** Keeps lines of unmentioned defaults up to the last that has JSON or that new elements precede. */
  #withUnmentioned(lines: readonly Line[]): Line[] {
    const lastOfEntry = lines.findLastIndex(
      ({ isOfDefault, isUnmentioned }) => isOfDefault && !isUnmentioned,
    );
    const lastRest = lines.findLastIndex(({ isUnmentioned }) => isUnmentioned === true);
    const isNewBefore = lines
      .slice(lastOfEntry + 1, Math.max(lastRest, 0))
      .some(({ isOfDefault }) => !isOfDefault);
    const lastFilled = lines.findLastIndex(
      ({ isUnmentioned, json }) => isUnmentioned === true && !isEmpty(json),
    );
    const lastKept = isNewBefore ? lastRest : lastFilled;
    const lastOfDefault = lines.findLastIndex(({ isOfDefault }) => isOfDefault);
    const isRefused = lines.some(
      ({ json, isOfDefault }, i) => json === null && !isOfDefault && i < lastOfDefault,
    );
    if (isRefused && this.#array.defaults !== undefined) this.isImpossible = true;
    return lines.filter(({ isUnmentioned }, i) => isUnmentioned !== true || i <= lastKept);
  }

  #toEdits(lines: readonly Line[]): void {
    const { path, edits, moved } = this;
    for (const [index, { entry, replaces }] of lines.entries()) {
      if (entry === undefined) {
        if (replaces !== undefined) moved.set(replaces, index);
      } else if (!moved.has(entry)) moved.set(entry, index);
    }
    const isUnchanged =
      lines.length === this.#array.held.length && lines.every(({ entry }, i) => entry === i);
    if (isUnchanged) return;
    const order = lines.map(({ entry, json }): ArrayItem => entry ?? { value: json! });
    edits.push({ kind: 'arrange', path, order });
  }
}

function isEmpty(json: Json | undefined): boolean {
  return isJsonObject(json) && Object.keys(json).length === 0;
}
