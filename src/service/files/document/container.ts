import { type Node, parseTree } from 'jsonc-parser';
import type { Json } from '../../common/json.js';
import { innerLayout, type Layout, layOut, layoutBetween, leadOf } from './layout.js';

/** A member of an object or an element of an array, as text. */
export interface Item {
  /** The name of a member; undefined for an element. */
  readonly name?: string;
  /** The text before the item; undefined for a new item, or one that was first. */
  readonly lead?: string;
  /** The text of a member's name and colon; empty for an element. */
  readonly key: string;
  value: Value;
  /** The text between the item and the comma after it. */
  readonly trail: string;
}

/** A value in a document. Objects and arrays are parsed on first access. */
export class Value {
  /** The text as it was read or created. */
  readonly text: string;
  #node: Node | undefined;
  /** The text that the node's offsets refer to. */
  readonly #whole: string;
  #container: Container | undefined;

  constructor(text: string, node?: Node, whole = text) {
    this.text = text;
    this.#node = node;
    this.#whole = whole;
  }

  /**
   * Returns the items of the value; undefined for a scalar. @param around the layout in which the value is an item
   */
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

  /** Returns the present text. */
  print(): string {
    return this.isChanged ? this.#container!.print() : this.text;
  }
}

/** One level of an object or an array, whose items can be edited without changing any other text. */
export class Container {
  readonly isArray: boolean;
  isChanged = false;
  items: Item[];
  readonly layout: Layout;
  /** The text before the first item and after the last. */
  #head = '';
  #tail = '';
  readonly #around: Layout;
  /** The text before the second item, used for new items. */
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

  /** @param text a complete, valid object or array without surrounding text */
  static of(text: string, around: Layout): Container {
    return new Value(text).open(around)!;
  }

  /** Returns the index of a member (the last of equal names) or of an element; undefined if there is none. */
  indexOf(segment: string | number): number | undefined {
    if (typeof segment === 'number') return this.isArray && segment in this.items ? segment : undefined;
    const index = this.isArray ? -1 : this.items.findLastIndex(({ name }) => name === segment);
    return index < 0 ? undefined : index;
  }

  find(segment: string | number): Item | undefined {
    const index = this.indexOf(segment);
    return index === undefined ? undefined : this.items[index];
  }

  replace(index: number, json: Json): void {
    const item = this.items[index]!;
    const { text } = item.value;
    const isMultiline = isFilled(text) ? isMultilineText(text) : this.#isMultilineAt(index);
    item.value = this.#createValue(json, isMultiline);
  }

  insert(index: number, name: string | undefined, json: Json): void {
    const value = this.#createValue(json, this.#isMultilineAt(index));
    if (this.items.length === 0) this.#fillFirst();
    const key = name === undefined ? '' : JSON.stringify(name) + this.layout.colon;
    this.items.splice(index, 0, { ...(name !== undefined && { name }), key, value, trail: '' });
  }

  remove(segment: string | number): void {
    this.items = this.items.filter(({ name }, i) => (typeof segment === 'number' ? i : name) !== segment);
  }

  /**
   * Reorders the elements of an array.
   * @param order for each resulting element its old index, or a new value; other elements are removed
   */
  arrange(order: readonly (number | { readonly value: Json })[]): void {
    const before = this.items;
    this.items = [];
    const keptIndexes = new Set(order);
    if (!before.some((_, i) => keptIndexes.has(i)) && order.length > 0) this.#fillFirst();
    const first = before.find(({ value }, i) => keptIndexes.has(i) && isFilled(value.text));
    let isMultiline = first ? isMultilineText(first.value.text) : this.layout.isMultiline;
    for (const each of order) {
      const item =
        typeof each === 'number'
          ? before[each]!
          : { key: '', value: this.#createValue(each.value, isMultiline), trail: '' };
      if (isFilled(item.value.text)) isMultiline = isMultilineText(item.value.text);
      this.items.push(item);
    }
  }

  /** Returns the present text. */
  print(): string {
    let text = this.isArray ? '[' : '{';
    for (const [i, { key, value }] of this.items.entries()) {
      if (i > 0) text += `${this.items[i - 1]!.trail},`;
      text += this.#leadAt(i) + key + value.print();
    }
    return text + (this.items.length > 0 ? this.#tail : '') + (this.isArray ? ']' : '}');
  }

  #createValue(json: Json, isMultiline: boolean): Value {
    return new Value(layOut(json, { ...this.layout, isMultiline }));
  }

  /** Sets the layout for the first item of an empty container. */
  #fillFirst(): void {
    if (!this.layout.isMultiline) return;
    this.#head = leadOf(this.layout);
    this.#tail = this.layout.newline + this.#around.indent;
  }

  /**
   * True if a new container at `index` is written on several lines. It follows the nearest container before it,
   * else the first one, else the layout.
   */
  #isMultilineAt(index: number): boolean {
    const isFilledItem = ({ value }: Item) => isFilled(value.text);
    for (let i = Math.min(index, this.items.length) - 1; i >= 0; i--)
      if (isFilledItem(this.items[i]!)) return isMultilineText(this.items[i]!.value.text);
    const first = this.items.find(isFilledItem);
    return first ? isMultilineText(first.value.text) : this.layout.isMultiline;
  }

  /** Returns the text before the item at `index`. */
  #leadAt(index: number): string {
    if (index === 0) return this.#head;
    return this.items[index]!.lead ?? this.items[index - 1]!.lead ?? this.#between ?? leadOf(this.layout);
  }
}

/** True for the text of an object or an array. */
export function isContainer(text: string): boolean {
  return text.startsWith('{') || isArrayText(text);
}

export function isArrayText(text: string): boolean {
  return text.startsWith('[');
}

/** True for an object or an array that is not empty. */
function isFilled(text: string): boolean {
  return isContainer(text) && !/^.\s*.$/.test(text);
}

/** True for a container whose first item is on its own line. */
export function isMultilineText(text: string): boolean {
  return /^.[ \t\r]*\n/.test(text);
}
