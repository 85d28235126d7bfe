import { isJsonObject, type Json } from '../../../json.js';
import type { Steps as Path } from '../../../objects/property-ref.js';
import { endOfMentioned, operationOf } from '../../../types/graph/file-reader.js';
import type { CompositeKind } from '../../../types/graph/kinds.js';
import { inlineElement } from '../../../types/graph/list-diff.js';
import type { ArrayPlace, Edit } from '../../document/edits.js';
import { type ArrayOfFile, type Known, knownElements, type Slot } from './array-of-file.js';
import { slotsOf } from './array-slots.js';

/** An entry of the array as it is to be: one that is there, one for a default that has none yet, or a new one. */
interface Line {
  readonly entry?: number | undefined;
  /** What a line without an entry says. */
  readonly json?: Json;
  /** It is about a default: those have to stay in their order. */
  readonly isOfDefault: boolean;
  /** Its entry says from now on that the default is taken out. */
  readonly isTakenOut?: boolean;
  /** A default that has no entry yet; it needs none where it says nothing. */
  readonly isRest?: boolean;
  /** The entry that a new line takes the place of. */
  readonly from?: number | undefined;
}

/** What an array of a file holds, or does not mention: an entry, an element that was there, both. */
interface Thing {
  readonly entry?: number;
  readonly old?: number;
  readonly isOfDefault: boolean;
}

function lineOf({ entry, isOfDefault }: Thing): Line {
  return { entry, isOfDefault };
}

/** What has to be done to the entries of an array: what came, what went, what was moved; the rest stands as it is. */
export class ListEditor {
  readonly #array: ArrayOfFile;
  readonly #known: readonly Known[];
  readonly #inline: CompositeKind | undefined;
  readonly edits: Edit[] = [];
  /** Places in the file by those that they were. */
  readonly moved = new Map<number, number>();
  /** The file has no way to say it but as a whole. */
  isImpossible = false;

  constructor(array: ArrayOfFile) {
    this.#array = array;
    this.#inline = inlineElement(array.element);
    this.#known = knownElements(array);
  }

  get path(): Path {
    return this.#array.path;
  }

  /** Whether the entries are what the array was made of: otherwise it can but be written as a whole. */
  get isKnown(): boolean {
    return this.#known.length === this.#array.before.length;
  }

  /** `visit` is told of elements that stayed and have an entry, `delta` writes one that has none yet, if it can be written. */
  run(visit: (slot: Slot) => void, delta: (slot: Slot) => Json | undefined): void {
    const slots = slotsOf(this.#array, this.#known);
    const lines = this.#withRest(this.#lines(slots, delta));
    this.isImpossible ||= this.#tellsOfOthers(lines) || this.#movesParts(slots, lines);
    if (this.isImpossible) return;
    const stays = new Set(lines.map(({ entry }) => entry));
    for (const slot of slots) {
      const isThere = slot.item !== undefined && slot.old !== undefined && stays.has(slot.entry);
      if (isThere && slot.entry !== undefined) visit(slot);
    }
    this.#nameNew(lines);
    this.#toEdits(lines);
  }

  /** Whether all entries would be read over something else than they are now. */
  #tellsOfOthers(lines: readonly Line[]): boolean {
    const { isOverOthers, isMerged } = this.#array;
    if (!isOverOthers) return false;
    const isAnyOperation = lines.some((line) => this.#isOperation(line));
    const lastOfDefault = lines.findLastIndex(({ isOfDefault }) => isOfDefault);
    const isNewAmong = lines.some(({ isOfDefault }, i) => !isOfDefault && i < lastOfDefault);
    // What is new among them will say so.
    return isMerged === (isAnyOperation || isNewAmong);
  }

  /** Without a default an entry is about what a new object has at its index, and cannot go elsewhere but as a whole. */
  #movesParts(slots: readonly Slot[], lines: readonly Line[]): boolean {
    const { defaults, saysAll } = this.#array;
    if (defaults !== undefined || this.#inline === undefined) return false;
    const itemOf = new Map(slots.map(({ entry, item }) => [entry, item]));
    for (const [index, { entry }] of lines.entries()) {
      const item = itemOf.get(entry);
      const isMoved = entry !== undefined && entry !== index && item !== undefined;
      if (isMoved && !saysAll(entry, item)) return true;
    }
    return false;
  }

  #isOperation({ entry, json = this.#array.held[entry!]!, isTakenOut }: Line): boolean {
    return isTakenOut === true || operationOf(json) !== undefined;
  }

  /** What is new for being behind all defaults has to say so before one of them. */
  #nameNew(lines: readonly Line[]): void {
    const { held, defaults } = this.#array;
    if (defaults === undefined || this.#inline === undefined) return;
    const lastOfDefault = lines.findLastIndex(({ isOfDefault }) => isOfDefault);
    for (const { entry, isOfDefault } of lines.slice(0, Math.max(lastOfDefault, 0))) {
      const json = entry === undefined || isOfDefault ? undefined : held[entry];
      if (isJsonObject(json) && operationOf(json) === undefined)
        this.edits.push({ kind: 'set', path: [...this.path, entry!, '@op'], value: 'new' });
    }
  }

  /** The entries as they are to be. Those about defaults stay in their order; what waits stays behind what it is behind. */
  #lines(slots: readonly Slot[], delta: (slot: Slot) => Json | undefined): Line[] {
    const lines: Line[] = [];
    const things = this.#things();
    const lastOfDefault = things.findLastIndex(({ isOfDefault }) => isOfDefault);
    const goneOlds = new Set<number | undefined>();
    const presentOlds = new Set<number | undefined>();
    for (const { item, old } of slots) {
      (item === undefined ? goneOlds : presentOlds).add(old);
    }
    const isMoved = ({ old, entry, defaultIndex }: Slot) =>
      entry !== undefined && defaultIndex === undefined && presentOlds.has(old);
    const added: Line[] = [];
    let next = 0;
    /** What stands for no element goes on where it is. */
    const passTo = (old: number): void => {
      for (; things[next]!.old !== old; next++) lines.push(lineOf(things[next]!));
      next++;
    };
    // One that was moved counts as gone where it was.
    const isInPlace = ({ item, old }: Slot) =>
      old !== undefined && (item === undefined || !goneOlds.has(old));
    for (const slot of slots) {
      if (!isInPlace(slot)) {
        added.push(this.#addedLine(slot));
        continue;
      }
      const { item, entry, defaultIndex } = slot;
      const isOfDefault = defaultIndex !== undefined;
      passTo(slot.old!);
      if (item === undefined) {
        if (!isOfDefault || isMoved(slot)) continue;
        if (entry === undefined) lines.push({ json: { '@op': 'removed' }, isOfDefault, isRest: true });
        else {
          this.edits.push({ kind: 'set', path: [...this.path, entry], value: { '@op': 'removed' } });
          lines.push({ entry, isOfDefault, isTakenOut: true });
        }
        continue;
      }
      for (const line of added.splice(0)) lines.push(line);
      if (entry === undefined) {
        const json = delta(slot);
        this.isImpossible ||= json === undefined;
        lines.push({ json: json ?? {}, isOfDefault, isRest: true });
      } else lines.push({ entry, isOfDefault });
      this.#refuseNull(slot, next <= lastOfDefault);
    }
    for (; next < things.length; next++) lines.push(lineOf(things[next]!));
    return [...lines, ...added];
  }

  /** What stands in the file, in order, and the defaults that it does not mention where they are. */
  #things(): Thing[] {
    const { held, defaults } = this.#array;
    const restAt = defaults === undefined ? held.length : endOfMentioned(held);
    const rest: Thing[] = [];
    const oldOf = new Map<number, number>();
    for (const [old, { entry }] of this.#known.entries()) {
      if (entry === undefined) rest.push({ old, isOfDefault: true });
      else oldOf.set(entry, old);
    }
    const entries: Thing[] = [];
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
    const { now, write, carry, defaults, isMerged } = this.#array;
    if (old !== undefined && entry !== undefined && defaultIndex === undefined)
      return { entry, isOfDefault: false };
    const json = write(now[item!], defaults !== undefined && !isMerged);
    return entry === undefined
      ? { json, isOfDefault: false }
      : { json: carry(entry, json), isOfDefault: false, from: entry };
  }

  /** A new element that is null now would stand for the next default. */
  #refuseNull({ item, defaultIndex }: Slot, isBeforeDefault: boolean): void {
    const { now, defaults } = this.#array;
    const isNull = defaults !== undefined && defaultIndex === undefined && (now[item!] ?? null) === null;
    if (isNull && isBeforeDefault) this.isImpossible = true;
  }

  /** Defaults without an entry get one up to the last that says something, or where new elements come before them. */
  #withRest(lines: readonly Line[]): Line[] {
    const lastOfEntry = lines.findLastIndex(({ isOfDefault, isRest }) => isOfDefault && !isRest);
    const lastRest = lines.findLastIndex(({ isRest }) => isRest === true);
    const isNewBefore = lines
      .slice(lastOfEntry + 1, this.#array.isMerged ? lines.length : Math.max(lastRest, 0))
      .some(({ isOfDefault }) => !isOfDefault);
    const saying = lines.findLastIndex(({ isRest, json }) => isRest === true && !isEmpty(json));
    const until = isNewBefore ? lastRest : saying;
    const lastOfDefault = lines.findLastIndex(({ isOfDefault }) => isOfDefault);
    const isRefused = lines.some(
      ({ json, isOfDefault }, i) => json === null && !isOfDefault && i < lastOfDefault,
    );
    if (isRefused && this.#array.defaults !== undefined) this.isImpossible = true;
    return lines.filter(({ isRest }, i) => isRest !== true || i <= until);
  }

  #toEdits(lines: readonly Line[]): void {
    const { path, edits, moved } = this;
    for (const [index, { entry, from }] of lines.entries()) {
      if (entry === undefined) {
        if (from !== undefined) moved.set(from, index);
      } else if (!moved.has(entry)) moved.set(entry, index);
    }
    const isAsItWas = lines.length === this.#array.held.length && lines.every(({ entry }, i) => entry === i);
    if (isAsItWas) return;
    const places = lines.map(({ entry, json }): ArrayPlace => entry ?? { value: json! });
    edits.push({ kind: 'arrange', path, places });
  }
}

function isEmpty(json: Json | undefined): boolean {
  return isJsonObject(json) && Object.keys(json).length === 0;
}
