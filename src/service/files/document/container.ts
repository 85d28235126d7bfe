import { type Node, parseTree } from 'jsonc-parser';
import type { Json } from '../../json.js';
import { innerLayout, type JsonText, type Layout, layOut, layoutBetween, leadOf } from './layout.js';

/** A member of an object or an element of an array, as text. */
export interface Item {
  /** The name of a member. */
  readonly name?: string;
  /** What is before it; undefined for one that was first or is new: it has no place of its own yet. */
  readonly lead?: string;
  /** Name and colon of a member; nothing for an element. */
  readonly key: string;
  value: Value;
  /** What is between it and the comma behind it. */
  readonly trail: string;
}

/** A value of a text; an object or an array is taken apart once somebody looks into it. */
export class Value {
  /** As it was read, or made. */
  readonly text: string;
  #node: Node | undefined;
  /** The text that the offsets of the node are about. */
  readonly #whole: string;
  #container: Container | undefined;

  constructor(text: string, node?: Node, whole = text) {
    this.text = text;
    this.#node = node;
    this.#whole = whole;
  }

  /** What it holds; undefined for a scalar. @param around the layout in which it is an item */
  open(around: Layout): Container | undefined {
    if (!isContainer(this.text)) return undefined;
    if (this.#container === undefined) {
      this.#node ??= parseTree(this.text)!;
      this.#container = new Container(this.#whole, this.#node, around);
    }
    return this.#container;
  }

  get isChanged(): boolean {
    return this.#container?.isChanged ?? false;
  }

  /** The text as it is now. */
  print(): string {
    return this.isChanged ? this.#container!.print() : this.text;
  }
}

/** An object or an array taken to pieces, one level of it, so that its items can change while all else stays. */
export class Container {
  readonly isArray: boolean;
  isChanged = false;
  items: Item[];
  /** How its items are laid out. */
  readonly layout: Layout;
  /** What is before the first item, and behind the last. */
  #head = '';
  #tail = '';
  readonly #around: Layout;
  /** What was before the second item. */
  readonly #between: string | undefined;

  constructor(whole: string, { type, offset, length, children = [] }: Node, around: Layout) {
    this.isArray = type === 'array';
    this.#around = around;
    const close = offset + length - 1;
    let from = offset + 1;
    this.items = children.map((child, i): Item => {
      const [name, node] = child.type === 'property' ? child.children! : [undefined, child];
      const end = node!.offset + node!.length;
      const isLast = i === children.length - 1;
      const to = isLast ? close : whole.indexOf(',', end);
      const lead = whole.slice(from, child.offset);
      const trail = whole.slice(end, to);
      if (i === 0) this.#head = lead;
      if (isLast) this.#tail = trail;
      from = to + 1;
      return {
        ...(name && { name: name.value as string }),
        ...(i > 0 && { lead }),
        key: whole.slice(child.offset, node!.offset),
        value: new Value(whole.slice(node!.offset, end), node, whole),
        trail: isLast ? '' : trail,
      };
    });
    this.#between = this.items[1]?.lead;
    const first = children[0];
    const [key] = first?.children ?? [];
    const colon = first?.type === 'property' ? this.items[0]!.key.slice(key!.length) : undefined;
    this.layout = first ? layoutBetween(this.#head, this.#tail, around, colon) : innerLayout(around);
  }

  /** @param text a whole object or array, valid, and nothing else */
  static of(text: string, around: Layout): Container {
    return new Value(text).open(around)!;
  }

  /** The index of a name, of equal ones the last, or that index; undefined when there is none. */
  indexOf(step: string | number): number | undefined {
    if (typeof step === 'number') return this.isArray && step in this.items ? step : undefined;
    const index = this.isArray ? -1 : this.items.findLastIndex(({ name }) => name === step);
    return index < 0 ? undefined : index;
  }

  find(step: string | number): Item | undefined {
    const index = this.indexOf(step);
    return index === undefined ? undefined : this.items[index];
  }

  replace(index: number, json: Json | JsonText): void {
    const item = this.items[index]!;
    const { text } = item.value;
    const isMultiline = isFilled(text) ? isMultilineText(text) : this.#isMultilineAt(index);
    item.value = this.#made(json, isMultiline);
  }

  insert(index: number, name: string | undefined, json: Json | JsonText): void {
    const value = this.#made(json, this.#isMultilineAt(index));
    if (this.items.length === 0) this.#fillFirst();
    const key = name === undefined ? '' : JSON.stringify(name) + this.layout.colon;
    this.items.splice(index, 0, { ...(name !== undefined && { name }), key, value, trail: '' });
  }

  remove(step: string | number): void {
    this.items = this.items.filter(({ name }, i) => (typeof step === 'number' ? i : name) !== step);
  }

  /**
   * Puts elements of an array in another order.
   * @param places of each element that is to be there its index, or a new one; what is not among them goes
   */
  arrange(places: readonly (number | { readonly value: Json })[]): void {
    const before = this.items;
    this.items = [];
    const stays = new Set(places);
    if (!before.some((_, i) => stays.has(i)) && places.length > 0) this.#fillFirst();
    const first = before.find(({ value }, i) => stays.has(i) && isFilled(value.text));
    let isMultiline = first ? isMultilineText(first.value.text) : this.layout.isMultiline;
    for (const place of places) {
      const item =
        typeof place === 'number'
          ? before[place]!
          : { key: '', value: this.#made(place.value, isMultiline), trail: '' };
      if (isFilled(item.value.text)) isMultiline = isMultilineText(item.value.text);
      this.items.push(item);
    }
  }

  /** The text as it is now. */
  print(): string {
    let text = this.isArray ? '[' : '{';
    for (const [i, { key, value }] of this.items.entries()) {
      if (i > 0) text += `${this.items[i - 1]!.trail},`;
      text += this.#leadAt(i) + key + value.print();
    }
    return text + (this.items.length > 0 ? this.#tail : '') + (this.isArray ? ']' : '}');
  }

  #made(json: Json | JsonText, isMultiline: boolean): Value {
    return new Value(layOut(json, { ...this.layout, isMultiline }));
  }

  /** Something comes into what was empty. */
  #fillFirst(): void {
    if (!this.layout.isMultiline) return;
    this.#head = leadOf(this.layout);
    this.#tail = this.layout.newline + this.#around.indent;
  }

  /** Whether a container that comes to `index` is written on many lines: as the nearest one before it is, else as the first. */
  #isMultilineAt(index: number): boolean {
    const isFilledItem = ({ value }: Item) => isFilled(value.text);
    for (let i = Math.min(index, this.items.length) - 1; i >= 0; i--)
      if (isFilledItem(this.items[i]!)) return isMultilineText(this.items[i]!.value.text);
    const first = this.items.find(isFilledItem);
    return first ? isMultilineText(first.value.text) : this.layout.isMultiline;
  }

  /** What is before the item at `index`. */
  #leadAt(index: number): string {
    if (index === 0) return this.#head;
    return this.items[index]!.lead ?? this.items[index - 1]!.lead ?? this.#between ?? leadOf(this.layout);
  }
}

/** True for an object or an array, and not for a scalar. */
export function isContainer(text: string): boolean {
  return text.startsWith('{') || isArrayText(text);
}

export function isArrayText(text: string): boolean {
  return text.startsWith('[');
}

/** True for an object or an array that holds something. */
function isFilled(text: string): boolean {
  return isContainer(text) && !/^.\s*.$/.test(text);
}

/** True for a container of which the first item is on a line of its own. */
export function isMultilineText(text: string): boolean {
  return /^.[ \t\r]*\n/.test(text);
}
