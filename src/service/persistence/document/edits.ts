import type { Json } from '../../json.js';
import { isSameJson } from './is-same-json.js';
import { JsonText, type Layout, layOut } from './layout.js';
import { type Item, isArrayText, isContainer, isFilled, isMultilineText, List, none } from './list.js';
import { parseText } from './parse.js';

/** Names of members and indexes of elements, from the outside inwards. */
export type DocumentPath = readonly (string | number)[];

/** A change of a value of a document. */
export type Edit =
  /** Replaces a value, or adds a member, or the element behind the last. What is missing on the way is made. */
  | { readonly kind: 'set'; readonly path: DocumentPath; readonly value: Json }
  /** The same with a value of another text, as it is written there. */
  | { readonly kind: 'copy'; readonly path: DocumentPath; readonly value: JsonText }
  /** Takes a member or an element out; nothing where there is none. */
  | { readonly kind: 'remove'; readonly path: DocumentPath }
  /** Puts an element before the one at `index`; `path` is the array's. */
  | { readonly kind: 'insert'; readonly path: DocumentPath; readonly index: number; readonly value: Json }
  /** Takes the element at `from` out and puts it where it has the index `to`; `path` is the array's. */
  | { readonly kind: 'move'; readonly path: DocumentPath; readonly from: number; readonly to: number };

/** Where a new member goes among those that an object has: its index. */
export type Placement = (names: readonly string[], name: string) => number;

/** What says what an entry is stands first; members follow. */
export const behindLast: Placement = (names, name) =>
  name.startsWith('@') ? names.findLastIndex((each) => each.startsWith('@')) + 1 : names.length;

/**
 * The text of a container after edits, each of which counts on those before it; the very same bytes when nothing has
 * changed. What no edit is about stays as it stands, to the byte.
 * @param layout the layout in which the container is an item
 * @throws RangeError for an index that the array does not have
 */
export function editText(
  text: Uint8Array,
  edits: readonly Edit[],
  layout: Layout,
  place: Placement = behindLast,
): Uint8Array {
  const root: Item = { key: none, value: text, trail: none };
  for (const edit of edits) new Editing(root, layout, place).apply(edit);
  if (!root.list?.isChanged) return text;
  const edited = Buffer.concat(root.list.pieces());
  return edited.equals(text) ? text : edited;
}

/** The lists that one edit goes through. */
class Editing {
  readonly #root: Item;
  readonly #layout: Layout;
  readonly #place: Placement;
  readonly #way: List[] = [];

  constructor(root: Item, layout: Layout, place: Placement) {
    this.#root = root;
    this.#layout = layout;
    this.#place = place;
  }

  apply(edit: Edit): void {
    if (this.#change(edit)) for (const list of this.#way) list.isChanged = true;
  }

  /** True when something has changed. */
  #change(edit: Edit): boolean {
    switch (edit.kind) {
      case 'set':
      case 'copy':
        return this.#set(edit.path, edit.value);
      case 'remove':
        return this.#remove(edit.path);
      case 'insert':
        return this.#insert(edit.path, edit.index, edit.value);
      case 'move':
        return this.#move(edit.path, edit.from, edit.to);
    }
  }

  #set(path: DocumentPath, value: Json | JsonText): boolean {
    const step = path.at(-1)!;
    const list = this.#make(path.slice(0, -1), typeof step === 'number');
    const item = list.find(step);
    if (item === undefined) this.#add(list, step, value, path);
    else if (!item.list?.isChanged && isSameJson(parseText(item.value), jsonOf(value))) return false;
    else replace(list, item, value);
    return true;
  }

  #remove(path: DocumentPath): boolean {
    const list = this.#find(path.slice(0, -1));
    const step = path.at(-1)!;
    const item = list?.find(step);
    if (list === undefined || item === undefined) return false;
    if (typeof step === 'number') list.items.splice(step, 1);
    else {
      const kept = list.items.filter(({ name }) => name !== step);
      for (const [i, other] of kept.entries()) list.items[i] = other;
      list.items.length = kept.length;
    }
    return true;
  }

  #insert(path: DocumentPath, index: number, value: Json): boolean {
    const array = this.#make(path, true);
    check(index, array.items.length, path);
    this.#add(array, index, value, path);
    return true;
  }

  #move(path: DocumentPath, from: number, to: number): boolean {
    const items = this.#find(path)?.items ?? [];
    check(from, items.length - 1, path);
    check(to, items.length - 1, path);
    items.splice(to, 0, ...items.splice(from, 1));
    return from !== to;
  }

  /** The list at a path; undefined when there is none. */
  #find(path: DocumentPath): List | undefined {
    let list = this.#open(this.#root, this.#layout);
    for (const step of path) {
      const item: Item | undefined = list?.find(step);
      list = item && this.#open(item, list!.layout);
    }
    return list;
  }

  /** The list at a path, made where there is none or something else. */
  #make(path: DocumentPath, isArray: boolean): List {
    let list = this.#open(this.#root, this.#layout)!;
    path.forEach((step, i) => {
      const wantsArray = i + 1 < path.length ? typeof path[i + 1] === 'number' : isArray;
      const made = wantsArray ? [] : {};
      const item = list.find(step) ?? this.#add(list, step, made, path);
      if (!isContainer(item.value) || isArrayText(item.value) !== wantsArray) replace(list, item, made);
      list = this.#open(item, list.layout)!;
    });
    return list;
  }

  /** Takes a value apart, if it is an object or an array. */
  #open(item: Item, around: Layout): List | undefined {
    if (!isContainer(item.value)) return undefined;
    item.list ??= new List(item.value, around);
    this.#way.push(item.list);
    return item.list;
  }

  #add(list: List, step: string | number, value: Json | JsonText, path: DocumentPath): Item {
    const isMember = typeof step === 'string';
    if (isMember === list.isArray)
      throw new RangeError(`${JSON.stringify(step)} is no place in ${shown(path)}`);
    if (!isMember) check(step, list.items.length, path);
    const at = isMember
      ? this.#place(
          list.items.map(({ name }) => name!),
          step,
        )
      : step;
    const item: Item = {
      ...(isMember && { name: step }),
      key: isMember ? Buffer.from(JSON.stringify(step) + list.layout.colon) : none,
      value: laidOut(list, value, list.isMultilineAt(at)),
      trail: none,
    };
    list.insert(at, item);
    return item;
  }
}

function jsonOf(value: Json | JsonText): Json {
  return value instanceof JsonText ? value.json() : value;
}

function replace(list: List, item: Item, value: Json | JsonText): void {
  const isMultiline = isFilled(item.value)
    ? isMultilineText(item.value)
    : list.isMultilineAt(list.items.indexOf(item));
  item.value = laidOut(list, value, isMultiline);
  delete item.list;
}

function laidOut({ layout }: List, value: Json | JsonText, isMultiline: boolean): Uint8Array {
  return Buffer.from(layOut(value, { ...layout, isMultiline }));
}

function check(index: number, last: number, path: DocumentPath): void {
  if (Number.isInteger(index) && index >= 0 && index <= last) return;
  throw new RangeError(`${index} is no index of ${shown(path)}, which has ${last}`);
}

function shown(path: DocumentPath): string {
  return path.join('/');
}
