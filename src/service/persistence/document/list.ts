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

export const none = new Uint8Array(0);

/** An object or an array taken to pieces, one level of it, so that its items can change while all else stays. */
export class List {
  readonly isArray: boolean;
  readonly items: Item[] = [];
  isChanged = false;
  /** What is before the first item, and behind the last. */
  head: Uint8Array = none;
  tail: Uint8Array = none;
  /** What was before the second item. */
  #between: Uint8Array | undefined;
  /** How its items are laid out. */
  readonly layout: Layout;
  readonly #around: Layout;

  /**
   * @param text a whole object or array, valid, and nothing else
   * @param around the layout in which it is an item
   */
  constructor(text: Uint8Array, around: Layout) {
    this.isArray = isArrayText(text);
    this.#around = around;
    this.#takeApart(text);
    this.layout = this.#findLayout();
  }

  #takeApart(text: Uint8Array): void {
    let from = 1;
    let at = $.skipSpace(text, from);
    if (at === text.length - 1) return;
    for (;;) {
      const key = at;
      if (!this.isArray) at = $.skipSpace(text, $.skipSpace(text, $.skipString(text, key)) + 1);
      const end = $.skipValue(text, at);
      const to = $.skipSpace(text, end);
      const isLast = to === text.length - 1;
      const lead = text.subarray(from, key);
      if (from === 1) this.head = lead;
      else this.#between ??= lead;
      if (isLast) this.tail = text.subarray(end, to);
      this.items.push({
        ...(!this.isArray && { name: JSON.parse($.textOf(text, key, $.skipString(text, key))) as string }),
        ...(from > 1 && { lead }),
        key: text.subarray(key, at),
        value: text.subarray(at, end),
        trail: isLast ? none : text.subarray(end, to),
      });
      if (isLast) return;
      from = to + 1;
      at = $.skipSpace(text, from);
    }
  }

  /** The item of a name, of equal ones the last, or of an index; undefined when there is none. */
  find(step: string | number): Item | undefined {
    if (typeof step === 'number') return this.isArray ? this.items[step] : undefined;
    return this.isArray ? undefined : this.items.findLast(({ name }) => name === step);
  }

  insert(index: number, item: Item): void {
    if (this.items.length === 0 && this.layout.isMultiline) {
      this.head = Buffer.from(leadOf(this.layout));
      this.tail = Buffer.from(this.layout.newline + this.#around.indent);
    }
    this.items.splice(index, 0, item);
  }

  /** Whether a container that comes to `index` is written on many lines: as the nearest one beside it is. */
  isMultilineAt(index: number): boolean {
    const { items } = this;
    // Many may come one after the other: nothing is copied, and the nearest is looked at first.
    for (let i = Math.min(index, items.length) - 1; i >= 0; i--)
      if (isFilled(items[i]!.value)) return isMultilineText(items[i]!.value);
    for (const { value } of items) if (isFilled(value)) return isMultilineText(value);
    return this.layout.isMultiline;
  }

  /** The text as it is now, in pieces. */
  pieces(): Uint8Array[] {
    const pieces: Uint8Array[] = [];
    const open: { readonly list: List; next: number }[] = [{ list: this, next: 0 }];
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const { list, next } = top;
      const { items } = list;
      const before = items[next - 1];
      if (next === 0) pieces.push(list.isArray ? opening.array : opening.object);
      if (next === items.length) {
        if (items.length > 0) pieces.push(list.tail);
        pieces.push(list.isArray ? closing.array : closing.object);
        open.pop();
        continue;
      }
      top.next++;
      const item = items[next]!;
      if (before !== undefined) pieces.push(before.trail, separator);
      pieces.push(list.#leadAt(next), item.key);
      if (item.list?.isChanged) open.push({ list: item.list, next: 0 });
      else pieces.push(item.value);
    }
    return pieces;
  }

  /** What is before the item at `index`. */
  #leadAt(index: number): Uint8Array {
    if (index === 0) return this.head;
    const own = this.items[index]!.lead ?? this.items[index - 1]!.lead ?? this.#between;
    return own ?? Buffer.from(leadOf(this.layout));
  }

  #findLayout(): Layout {
    const [first] = this.items;
    if (first === undefined) return innerLayout(this.#around);
    const colon = this.isArray ? undefined : $.textOf(first.key, $.skipString(first.key, 0));
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
