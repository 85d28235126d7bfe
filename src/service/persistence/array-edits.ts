import { isJsonObject, type Json } from '../json.js';
import type { Steps } from '../objects/property-ref.js';
import { align, certain, inlineElement, isSameElement } from '../types/graph/align.js';
import { endOfMentioned, operationOf } from '../types/graph/file-reader.js';
import { type CompositeKind, compositeOf } from '../types/graph/kinds.js';
import { CompositeSnapshot } from '../types/graph/snapshot.js';
import type { Type } from '../types/type.js';
import type { Edit } from './document/edits.js';

/** An element of an array: its index now and before, its entry in the file, the default that the entry is about. */
export interface Slot {
  readonly item: number | undefined;
  readonly old: number | undefined;
  readonly entry: number | undefined;
  readonly defaultIndex: number | undefined;
}

/** What stands in the file for an element that was there when it was in step. */
interface Known {
  /** Its index in the array of the file; undefined where that does not mention it. */
  readonly entry: number | undefined;
  /** The default that it is about; undefined for a new element. */
  readonly defaultIndex: number | undefined;
}

/** An entry of the array as it is to be: one that is there, one for a default that has none yet, or a new one. */
interface Line {
  readonly entry?: number | undefined;
  /** What a line without an entry says. */
  readonly json?: Json;
  /** It is about a default: those have to stay in their order. */
  readonly isOfDefault: boolean;
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

export interface ArrayOfFile {
  readonly path: Steps;
  readonly held: readonly Json[];
  readonly element: Type;
  readonly now: readonly unknown[];
  readonly before: readonly unknown[];
  /** The captured default of an array that is written element by element; undefined for one that is written whole. */
  readonly defaults: readonly unknown[] | undefined;
  /** It has to hold an operation, without which it would tell of what earlier entries made of the array. */
  readonly isOverOthers: boolean;
  /** Whether an entry says all of an element, so that it may stand for it wherever it is. */
  saysAll(entry: number, item: number): boolean;
  /** An entry stands for an element that is not there. */
  isLeftOut(entry: number): boolean;
  /** The index now of the element that an entry stands for and that waits for its value; undefined for others. */
  waitsFor(entry: number): string | number | undefined;
  isSame(value: unknown, old: unknown): boolean;
  write(value: unknown, isNew: boolean): Json;
  /** An element that goes to a new entry, with what its entry holds besides. */
  carry(entry: number, json: Json): Json;
}

/** What has to be done to the entries of an array: what came, what went, what was moved; the rest stands as it is. */
export class ArrayEdits {
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
    this.#known = this.#match();
  }

  get path(): Steps {
    return this.#array.path;
  }

  /** Whether the entries are what the array was made of: otherwise it can but be written as a whole. */
  get isKnown(): boolean {
    return this.#known.length === this.#array.before.length;
  }

  /** As a load reads them: what stands for each element. */
  #match(): Known[] {
    const { held, defaults, isLeftOut } = this.#array;
    const known: Known[] = [];
    const count = defaults?.length ?? 0;
    const restAt = endOfMentioned(held);
    let old = 0;
    const rest = () => {
      while (old < count) known.push({ entry: undefined, defaultIndex: old++ });
    };
    for (const [entry, json] of held.entries()) {
      if (entry === restAt) rest();
      const operation = this.#inline === undefined ? undefined : operationOf(json);
      const isNew = operation === 'new' || old >= count;
      const defaultIndex = isNew && operation !== 'removed' ? undefined : old++;
      if (operation !== 'removed' && !isLeftOut(entry)) known.push({ entry, defaultIndex });
    }
    rest();
    return known;
  }

  /** `visit` is told of elements that stayed and have an entry, `delta` writes one that has none yet. */
  run(visit: (slot: Slot) => void, delta: (slot: Slot) => Json): void {
    const slots = this.#slots();
    const lines = this.#withRest(this.#lines(slots, delta));
    const isMerged = this.#array.isOverOthers && !lines.some((line) => this.#isOperation(line));
    this.isImpossible ||= isMerged || this.#movesParts(slots, lines);
    if (this.isImpossible) return;
    const stays = new Set(lines.map(({ entry }) => entry));
    for (const slot of slots) {
      const isThere = slot.item !== undefined && slot.old !== undefined && stays.has(slot.entry);
      if (isThere && slot.entry !== undefined) visit(slot);
    }
    this.#nameNew(lines);
    this.#toEdits(lines);
  }

  /** Without a default an entry is about what a new object has at its index, and cannot go elsewhere but as a whole. */
  #movesParts(slots: readonly Slot[], lines: readonly Line[]): boolean {
    const { defaults, saysAll } = this.#array;
    if (defaults !== undefined || this.#inline === undefined) return false;
    const itemOf = new Map(slots.map(({ entry, item }) => [entry, item]));
    return lines.some(({ entry }, index) => {
      const item = itemOf.get(entry);
      return entry !== undefined && entry !== index && item !== undefined && !saysAll(entry, item);
    });
  }

  #isOperation({ entry, json = this.#array.held[entry!]! }: Line): boolean {
    return operationOf(json) !== undefined;
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

  /** The elements in order; one that was moved counts as both gone and come, and keeps its entry if it can. */
  #slots(): Slot[] {
    const { now, before, element, isSame } = this.#array;
    const composite = compositeOf(element);
    // Elements that wait are all null: it is known where each of them is.
    const waits = new Map(this.#known.map(({ entry }, old) => [old, this.#waitsFor(entry)]));
    const awaited = new Set(waits.values());
    const weight = (i: number, j: number): number => {
      const old = before[j];
      if (waits.get(j) !== undefined || awaited.has(i)) return waits.get(j) === i ? certain : 0;
      if (this.#inline === undefined || composite === undefined || !(old instanceof CompositeSnapshot)) {
        if (!isSame(now[i] ?? null, old ?? null)) return 0;
        // What waited was taken out, or written: any other null is rather the same.
        return (old ?? null) === null && this.#isReference(j) ? 1 : certain;
      }
      const isOrigin = composite.living(now[i]) === old.origin;
      return (isSameElement(composite, now[i], old, isSame) ? 2 : 0) + (isOrigin ? 1 : 0);
    };
    const slots = align(now.length, before.length, weight).map(([item, old]) => this.#slot(item, old));
    const gone = slots.filter(({ item }) => item === undefined);
    return slots.map((slot) => {
      if (slot.item === undefined || slot.old !== undefined) return slot;
      const from = gone.findIndex(({ old }) => {
        const was = before[old!];
        if (waits.get(old!) === slot.item) return true;
        return was instanceof CompositeSnapshot && composite?.living(now[slot.item!]) === was.origin;
      });
      return from < 0 ? slot : { ...gone.splice(from, 1)[0]!, item: slot.item };
    });
  }

  #isReference(old: number): boolean {
    const entry = this.#known[old]?.entry;
    return entry !== undefined && isReference(this.#array.held[entry]!);
  }

  #waitsFor(entry: number | undefined): string | number | undefined {
    return entry === undefined ? undefined : this.#array.waitsFor(entry);
  }

  #slot(item: number | undefined, old: number | undefined): Slot {
    const known = old === undefined ? undefined : this.#known[old];
    return { item, old, entry: known?.entry, defaultIndex: known?.defaultIndex };
  }

  /** The entries as they are to be. Those about defaults stay in their order; what waits stays behind what it is behind. */
  #lines(slots: readonly Slot[], delta: (slot: Slot) => Json): Line[] {
    const lines: Line[] = [];
    const things = this.#things();
    const goneOlds = new Set(slots.flatMap(({ item, old }) => (item === undefined ? [old] : [])));
    const presentOlds = new Set(slots.flatMap(({ item, old }) => (item === undefined ? [] : [old])));
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
          lines.push({ entry, isOfDefault });
        }
        continue;
      }
      for (const line of added.splice(0)) lines.push(line);
      if (entry === undefined) lines.push({ json: delta(slot), isOfDefault, isRest: true });
      else lines.push({ entry, isOfDefault });
      this.#refuseNull(slot, things, next);
    }
    for (; next < things.length; next++) lines.push(lineOf(things[next]!));
    return [...lines, ...added];
  }

  /** What stands in the file, in order, and the defaults that it does not mention where they are. */
  #things(): Thing[] {
    const { held, defaults } = this.#array;
    const restAt = defaults === undefined ? held.length : endOfMentioned(held);
    const rest = this.#known.flatMap(({ entry }, old) =>
      entry === undefined ? [{ old, isOfDefault: true }] : [],
    );
    const oldOf = new Map(
      this.#known.flatMap(({ entry }, old) => (entry === undefined ? [] : [[entry, old] as const])),
    );
    const entries = held.map((json, entry) => {
      const old = oldOf.get(entry);
      const operation = defaults === undefined ? undefined : operationOf(json);
      const isOfDefault =
        old === undefined
          ? defaults !== undefined && operation !== 'new'
          : this.#known[old]!.defaultIndex !== undefined;
      return { entry, ...(old !== undefined && { old }), isOfDefault };
    });
    return [...entries.slice(0, restAt), ...rest, ...entries.slice(restAt)];
  }

  #addedLine({ item, old, entry, defaultIndex }: Slot): Line {
    const { now, write, carry, defaults } = this.#array;
    if (old !== undefined && entry !== undefined && defaultIndex === undefined)
      return { entry, isOfDefault: false };
    const json = write(now[item!], defaults !== undefined);
    return entry === undefined
      ? { json, isOfDefault: false }
      : { json: carry(entry, json), isOfDefault: false, from: entry };
  }

  /** A new element that is null now would stand for the next default. */
  #refuseNull({ item, defaultIndex }: Slot, things: readonly Thing[], next: number): void {
    const { now, defaults } = this.#array;
    const isNull = defaults !== undefined && defaultIndex === undefined && (now[item!] ?? null) === null;
    if (isNull && things.slice(next).some(({ isOfDefault }) => isOfDefault)) this.isImpossible = true;
  }

  /** Defaults without an entry get one up to the last that says something, or where new elements come before them. */
  #withRest(lines: readonly Line[]): Line[] {
    const lastOfEntry = lines.findLastIndex(({ isOfDefault, isRest }) => isOfDefault && !isRest);
    const lastRest = lines.findLastIndex(({ isRest }) => isRest === true);
    const isNewBefore = lines
      .slice(lastOfEntry + 1, Math.max(lastRest, 0))
      .some(({ isOfDefault }) => !isOfDefault);
    const saying = lines.findLastIndex(({ isRest, json }) => isRest === true && !isEmpty(json));
    const until = isNewBefore ? lastRest : saying;
    const kept = lines.filter(({ isRest }, i) => isRest !== true || i <= until);
    const isRefused = kept.some(({ json, isOfDefault }, i) => {
      const isNull = json === null && !isOfDefault && this.#array.defaults !== undefined;
      return isNull && lines.slice(lines.indexOf(kept[i]!)).some((each) => each.isOfDefault);
    });
    if (isRefused) this.isImpossible = true;
    return kept;
  }

  #toEdits(lines: readonly Line[]): void {
    const { path, edits, moved } = this;
    const stays = new Set(lines.flatMap(({ entry }) => entry ?? []));
    const present = [...this.#array.held.keys()].filter((entry) => stays.has(entry));
    for (let entry = this.#array.held.length - 1; entry >= 0; entry--)
      if (!stays.has(entry)) edits.push({ kind: 'remove', path: [...path, entry] });
    for (const [index, { entry, json, from }] of lines.entries()) {
      if (entry === undefined) {
        edits.push({ kind: 'insert', path, index, value: json! });
        present.splice(index, 0, -1);
        if (from !== undefined) moved.set(from, index);
        continue;
      }
      if (!moved.has(entry)) moved.set(entry, index);
      if (present[index] === entry) continue;
      const at = present.indexOf(entry, index);
      edits.push({ kind: 'move', path, from: at, to: index });
      present.splice(index, 0, ...present.splice(at, 1));
    }
  }
}

/** Whether an entry refers to something. */
export function isReference(json: Json): boolean {
  return isJsonObject(json) && (json['@ref'] ?? null) !== null;
}

function isEmpty(json: Json | undefined): boolean {
  return isJsonObject(json) && Object.keys(json).length === 0;
}
