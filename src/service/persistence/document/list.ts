import { toTheEnd } from '../../to-the-end.js';
import type { Steps } from '../slices.js';
import * as $ from './bytes.js';
import { innerLayout, type Layout, layoutBetween, leadOf } from './layout.js';

/** A member of an object or an element of an array, as text. */
export interface Item {
  /** The name of a member. */
  readonly name?: string;
  /** What is before it; undefined for one that was first or is new: it has no place of its own yet. */
  lead?: Uint8Array;
  /** Name and colon of a member; nothing for an element. */
  readonly key: Uint8Array;
  value: Uint8Array;
  /** What is inside the value, once somebody has looked; where it was changed it counts, and not `value`. */
  list?: List;
  /** What is between it and the comma behind it. */
  trail: Uint8Array;
}

/** An item; of an element that nobody has looked at its number among those that were read. */
type Slot = Item | number;

export const none = new Uint8Array(0);

const readPerStep = 2000;
const bytesPerStep = 256 * 1024;
const newPerStep = 200;

/**
 * An object or an array taken to pieces, one level of it, so that its items can change while all else stays. Of a long array
 * nothing is kept of an element but where it stands, until it changes.
 */
export class List {
  readonly isArray: boolean;
  isChanged = false;
  /** What is before the first item, and behind the last. */
  head: Uint8Array;
  tail: Uint8Array;
  /** How its items are laid out. */
  readonly layout: Layout;
  readonly #text: Uint8Array;
  readonly #around: Layout;
  #slots: Slot[];
  /** Of each element that was read: where what is before it begins, where it begins, and where it ends. */
  readonly #read: readonly number[];
  /** What was before the second item. */
  readonly #between: Uint8Array | undefined;
  /** What `isMultilineAt` has found: no container that holds anything from `from` up to `to`, nor before `firstFrom`. */
  #bare = { from: 0, to: 0, firstFrom: 0 };

  private constructor(
    text: Uint8Array,
    around: Layout,
    slots: Slot[],
    read: readonly number[],
    [head, tail]: readonly Uint8Array[],
  ) {
    this.isArray = isArrayText(text);
    this.#text = text;
    this.#around = around;
    this.#slots = slots;
    this.#read = read;
    this.head = head!;
    this.tail = tail!;
    this.#between = slots[1] === undefined ? undefined : this.#leadOf(slots[1]);
    this.layout = this.#findLayout();
  }

  /**
   * Takes a text apart, in steps.
   * @param text a whole object or array, valid, and nothing else
   * @param around the layout in which it is an item
   */
  static *read(text: Uint8Array, around: Layout): Steps<List> {
    const isArray = isArrayText(text);
    const slots: Slot[] = [];
    const read: number[] = [];
    let head: Uint8Array = none;
    let tail: Uint8Array = none;
    const skip = new $.ValueSkip(text);
    let from = 1;
    let at = $.skipSpace(text, from);
    while (at < text.length - 1) {
      const key = at;
      if (!isArray) at = $.skipSpace(text, $.skipSpace(text, $.skipString(text, key)) + 1);
      skip.begin(at);
      while (!skip.step(bytesPerStep)) yield skip.at / text.length;
      const end = skip.at;
      const to = $.skipSpace(text, end);
      const isLast = to === text.length - 1;
      if (from === 1) head = text.subarray(from, key);
      if (isLast) tail = text.subarray(end, to);
      if (isArray) {
        slots.push(slots.length);
        read.push(from, at, end);
      } else
        slots.push({
          name: JSON.parse($.textOf(text, key, $.skipString(text, key))) as string,
          ...(from > 1 && { lead: text.subarray(from, key) }),
          key: text.subarray(key, at),
          value: text.subarray(at, end),
          trail: isLast ? none : text.subarray(end, to),
        });
      if (isLast) break;
      from = to + 1;
      at = $.skipSpace(text, from);
      if (slots.length % readPerStep === 0) yield at / text.length;
    }
    return new List(text, around, slots, read, [head, tail]);
  }

  /** The same at once. */
  static of(text: Uint8Array, around: Layout): List {
    return toTheEnd(List.read(text, around));
  }

  get length(): number {
    return this.#slots.length;
  }

  /** The names of the members. */
  get names(): string[] {
    return this.#slots.map((slot) => (slot as Item).name!);
  }

  /** The index of a name, of equal ones the last, or that index; undefined when there is none. */
  indexOf(step: string | number): number | undefined {
    if (typeof step === 'number') return this.isArray && step in this.#slots ? step : undefined;
    const index = this.isArray ? -1 : this.#slots.findLastIndex((slot) => (slot as Item).name === step);
    return index < 0 ? undefined : index;
  }

  find(step: string | number): Item | undefined {
    const index = this.indexOf(step);
    return index === undefined ? undefined : this.at(index);
  }

  at(index: number): Item {
    const slot = this.#slots[index]!;
    if (typeof slot !== 'number') return slot;
    const [start, end] = [this.#read[3 * slot + 1]!, this.#read[3 * slot + 2]!];
    const lead = this.#leadOf(slot);
    const item: Item = {
      ...(lead !== undefined && { lead }),
      key: none,
      value: this.#text.subarray(start, end),
      trail: this.#trailOf(slot),
    };
    this.#slots[index] = item;
    return item;
  }

  /** Behind the last of the elements from one on that take no more bytes than so many; that one is among them. */
  endWithin(from: number, bytes: number): number {
    const limit = this.#read[3 * from + 1]! + bytes;
    let to = from + 1;
    while (to < this.length && this.#read[3 * to + 2]! <= limit) to++;
    return to;
  }

  /** The text of elements as they were read, with what is between them. */
  textOf(from: number, to: number): Uint8Array {
    return this.#textOfRun(from, to - from);
  }

  /** The value of an item is another one now. */
  replace(index: number, value: Uint8Array): void {
    const item = this.at(index);
    item.value = value;
    delete item.list;
    const bare = this.#bare;
    if (index >= bare.from && index < bare.to) bare.from = index + 1;
    bare.firstFrom = Math.min(bare.firstFrom, index);
  }

  insert(index: number, item: Item): void {
    this.#fillFirst();
    this.#slots.splice(index, 0, item);
    this.#forget();
  }

  remove(step: string | number): void {
    if (typeof step === 'number') this.#slots.splice(step, 1);
    else this.#slots = this.#slots.filter((slot) => (slot as Item).name !== step);
    this.#forget();
  }

  /**
   * Puts elements of an array in another order, in steps.
   * @param places of each element that is to be there its index, or what makes a new one; what is not among them goes
   */
  *arrange<T extends object>(
    places: readonly (number | T)[],
    made: (from: T, isMultiline: boolean) => Item,
  ): Steps<void> {
    const before = this.#slots;
    const stays = new Uint8Array(before.length);
    for (const place of places) if (typeof place === 'number') stays[place] = 1;
    this.#slots = [];
    if (!stays.includes(1) && places.length > 0) this.#fillFirst();
    let nearest: boolean | undefined;
    let lookedTo = 0;
    let next = 0;
    /** As the nearest before it is written, else the first of those that are still to come. */
    const isMultiline = (): boolean => {
      const after = this.#slots;
      for (let i = after.length - 1; i >= lookedTo; i--) {
        const value = this.#valueOf(after[i]!);
        if (!isFilled(value)) continue;
        nearest = isMultilineText(value);
        break;
      }
      lookedTo = after.length;
      if (nearest !== undefined) return nearest;
      while (next < before.length && (stays[next] !== 1 || !isFilled(this.#valueOf(before[next]!)))) next++;
      return next < before.length ? isMultilineText(this.#valueOf(before[next]!)) : this.layout.isMultiline;
    };
    let count = 0;
    for (const place of places) {
      if (typeof place === 'number') {
        this.#slots.push(before[place]!);
        stays[place] = 2;
        continue;
      }
      this.#slots.push(made(place, isMultiline()));
      if (++count % newPerStep === 0) yield this.#slots.length / places.length;
    }
    this.#forget();
  }

  /** Something comes into what was empty. */
  #fillFirst(): void {
    if (this.length > 0 || !this.layout.isMultiline) return;
    this.head = Buffer.from(leadOf(this.layout));
    this.tail = Buffer.from(this.layout.newline + this.#around.indent);
  }

  #forget(): void {
    this.#bare = { from: 0, to: 0, firstFrom: 0 };
  }

  /**
   * Whether a container that comes to `index` is written on many lines: as the nearest one before it is, else as the first. Very
   * many may be asked for, one after the other, in a list that holds few: it is kept where there is none.
   */
  isMultilineAt(index: number): boolean {
    const bare = this.#bare;
    const last = Math.min(index, this.length) - 1;
    let i = last;
    while (i >= bare.firstFrom && !(i < bare.to && i >= bare.from) && !this.#isFilledAt(i)) i--;
    if (i >= bare.firstFrom && i < bare.to && i >= bare.from) i = bare.from - 1;
    while (i >= bare.firstFrom && !this.#isFilledAt(i)) i--;
    const isFound = i >= bare.firstFrom;
    bare.from = isFound ? i + 1 : 0;
    bare.to = last + 1;
    if (!isFound) {
      while (bare.firstFrom < this.length && !this.#isFilledAt(bare.firstFrom)) bare.firstFrom++;
      i = bare.firstFrom;
    }
    return i < this.length ? isMultilineText(this.#valueOf(this.#slots[i]!)) : this.layout.isMultiline;
  }

  #isFilledAt(index: number): boolean {
    return isFilled(this.#valueOf(this.#slots[index]!));
  }

  /** The text as it is now, in pieces. */
  *pieces(): Generator<Uint8Array> {
    const open: { readonly list: List; next: number }[] = [{ list: this, next: 0 }];
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const { list, next } = top;
      const slots = list.#slots;
      const before = slots[next - 1];
      if (next === 0) yield list.isArray ? opening.array : opening.object;
      if (next === slots.length) {
        if (slots.length > 0) yield list.tail;
        yield list.isArray ? closing.array : closing.object;
        open.pop();
        continue;
      }
      const slot = slots[next]!;
      if (before !== undefined) {
        yield list.#trailOf(before);
        yield separator;
      }
      yield list.#leadAt(next);
      if (typeof slot === 'number') {
        // What stands one behind the other where it was read is one piece.
        top.next = list.#endOfRun(next);
        yield list.#textOfRun(slot, top.next - next);
        continue;
      }
      top.next++;
      yield slot.key;
      if (slot.list?.isChanged) open.push({ list: slot.list, next: 0 });
      else yield slot.value;
    }
  }

  /** Behind the last of the elements from `index` on that stand as they were read. */
  #endOfRun(index: number): number {
    const first = this.#slots[index] as number;
    let end = index + 1;
    while (end < this.length && this.#slots[end] === first + end - index) end++;
    return end;
  }

  #textOfRun(first: number, count: number): Uint8Array {
    return this.#text.subarray(this.#read[3 * first + 1], this.#read[3 * (first + count - 1) + 2]);
  }

  #valueOf(slot: Slot): Uint8Array {
    return typeof slot === 'number' ? this.#textOfRun(slot, 1) : slot.value;
  }

  #leadOf(slot: Slot): Uint8Array | undefined {
    if (typeof slot !== 'number') return slot.lead;
    return slot === 0 ? undefined : this.#text.subarray(this.#read[3 * slot], this.#read[3 * slot + 1]);
  }

  #trailOf(slot: Slot): Uint8Array {
    if (typeof slot !== 'number') return slot.trail;
    const next = this.#read[3 * (slot + 1)];
    return next === undefined ? none : this.#text.subarray(this.#read[3 * slot + 2], next - 1);
  }

  /** What is before the item at `index`. */
  #leadAt(index: number): Uint8Array {
    if (index === 0) return this.head;
    const own = this.#leadOf(this.#slots[index]!) ?? this.#leadOf(this.#slots[index - 1]!) ?? this.#between;
    return own ?? Buffer.from(leadOf(this.layout));
  }

  #findLayout(): Layout {
    const [first] = this.#slots;
    if (first === undefined) return innerLayout(this.#around);
    const key = typeof first === 'number' ? undefined : first.key;
    const colon = key && $.textOf(key, $.skipString(key, 0));
    return layoutBetween($.textOf(this.head), $.textOf(this.tail), this.#around, colon);
  }
}

const opening = { array: Buffer.from('['), object: Buffer.from('{') };
const closing = { array: Buffer.from(']'), object: Buffer.from('}') };
const separator = Buffer.from(',');

/** True for an object or an array, and not for a scalar. */
export function isContainer(text: Uint8Array): boolean {
  return text[0] === $.openBrace || isArrayText(text);
}

export function isArrayText(text: Uint8Array): boolean {
  return text[0] === $.openBracket;
}

/** True for an object or an array that holds something. */
export function isFilled(text: Uint8Array): boolean {
  return isContainer(text) && $.skipSpace(text, 1) < text.length - 1;
}

/** True for a container of which the first item is on a line of its own. */
export function isMultilineText(text: Uint8Array): boolean {
  return text.subarray(0, $.skipSpace(text, 1)).includes($.lineFeed);
}
