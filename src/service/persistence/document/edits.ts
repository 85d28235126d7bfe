import type { Json } from '../../json.js';
import { toTheEnd } from '../../to-the-end.js';
import type { Steps } from '../slices.js';
import { isSameJson } from './is-same-json.js';
import { JsonText, type Layout, laidOut, layOut } from './layout.js';
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
  /** Puts the elements of an array, which `path` leads to, in another order; those that are not among `places` go. */
  | { readonly kind: 'arrange'; readonly path: DocumentPath; readonly places: readonly ArrayPlace[] };

/** An element by its index, or a new one. */
export type ArrayPlace = number | { readonly value: Json };

const editsPerStep = 50;

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
  return toTheEnd(editInSteps(text, edits, layout, place));
}

/** The same in steps. */
export function* editInSteps(
  text: Uint8Array,
  edits: readonly Edit[],
  layout: Layout,
  place: Placement = behindLast,
): Steps<Uint8Array> {
  const root: Item = { key: none, value: text, trail: none };
  for (const [i, edit] of edits.entries()) {
    yield* new Editing(root, layout, place).apply(edit);
    if ((i + 1) % editsPerStep === 0) yield i / edits.length;
  }
  if (!root.list?.isChanged) return text;
  const edited = yield* inOne(root.list.pieces(), text.length);
  return edited.equals(text) ? text : edited;
}

const piecesPerStep = 2000;
/** Shorter ones are copied byte by byte, which is sooner done than to ask for it. */
const fewBytes = 24;

/**
 * The bytes of pieces, in steps.
 * @param expected how many there may be
 */
function* inOne(pieces: Iterable<Uint8Array>, expected: number): Steps<Buffer> {
  let bytes = Buffer.allocUnsafeSlow(expected);
  let length = 0;
  let count = 0;
  for (const piece of pieces) {
    const end = length + piece.length;
    if (end > bytes.length) bytes = Buffer.concat([bytes], 2 * end);
    if (piece.length > fewBytes) bytes.set(piece, length);
    else for (let i = 0; i < piece.length; i++) bytes[length + i] = piece[i]!;
    length = end;
    if (++count % piecesPerStep === 0) yield length / bytes.length;
  }
  return length === bytes.length ? bytes : Buffer.copyBytesFrom(bytes, 0, length);
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

  *apply(edit: Edit): Steps<void> {
    if (yield* this.#change(edit)) for (const list of this.#way) list.isChanged = true;
  }

  /** True when something has changed. */
  #change(edit: Edit): Steps<boolean> {
    switch (edit.kind) {
      case 'set':
      case 'copy':
        return this.#set(edit.path, edit.value);
      case 'remove':
        return this.#remove(edit.path);
      case 'arrange':
        return this.#arrange(edit.path, edit.places);
    }
  }

  *#set(path: DocumentPath, value: Json | JsonText): Steps<boolean> {
    const step = path.at(-1)!;
    const list = yield* this.#make(path.slice(0, -1), typeof step === 'number');
    const index = list.indexOf(step);
    if (index === undefined) {
      yield* this.#add(list, step, value, path);
      return true;
    }
    const item = list.at(index);
    if (!item.list?.isChanged && isSameJson(parseText(item.value), jsonOf(value))) return false;
    yield* replace(list, index, value);
    return true;
  }

  *#remove(path: DocumentPath): Steps<boolean> {
    const list = yield* this.#find(path.slice(0, -1));
    const step = path.at(-1)!;
    if (list?.indexOf(step) === undefined) return false;
    list.remove(step);
    return true;
  }

  *#arrange(path: DocumentPath, places: readonly ArrayPlace[]): Steps<boolean> {
    const array = yield* this.#make(path, true);
    if (places.length === array.length && places.every((place, i) => place === i)) return false;
    const seen = new Uint8Array(array.length);
    for (const place of places) {
      if (typeof place !== 'number') continue;
      check(place, array.length - 1, path);
      if (seen[place]!++ > 0) throw new RangeError(`${place} is there twice in ${shown(path)}`);
    }
    yield* array.arrange(places, ({ value }, isMultiline) => ({
      key: none,
      value: Buffer.from(layOut(value, { ...array.layout, isMultiline })),
      trail: none,
    }));
    return true;
  }

  /** The list at a path; undefined when there is none. */
  *#find(path: DocumentPath): Steps<List | undefined> {
    let list = yield* this.#open(this.#root, this.#layout);
    for (const step of path) {
      const item: Item | undefined = list?.find(step);
      list = item && (yield* this.#open(item, list!.layout));
    }
    return list;
  }

  /** The list at a path, made where there is none or something else. */
  *#make(path: DocumentPath, isArray: boolean): Steps<List> {
    let list = (yield* this.#open(this.#root, this.#layout))!;
    for (const [i, step] of path.entries()) {
      const wantsArray = i + 1 < path.length ? typeof path[i + 1] === 'number' : isArray;
      const made = wantsArray ? [] : {};
      const index = list.indexOf(step) ?? (yield* this.#add(list, step, made, path));
      const { value } = list.at(index);
      if (!isContainer(value) || isArrayText(value) !== wantsArray) yield* replace(list, index, made);
      list = (yield* this.#open(list.at(index), list.layout))!;
    }
    return list;
  }

  /** Takes a value apart, if it is an object or an array. */
  *#open(item: Item, around: Layout): Steps<List | undefined> {
    if (!isContainer(item.value)) return undefined;
    item.list ??= yield* List.read(item.value, around);
    this.#way.push(item.list);
    return item.list;
  }

  /** @returns where it is */
  *#add(list: List, step: string | number, value: Json | JsonText, path: DocumentPath): Steps<number> {
    const isMember = typeof step === 'string';
    if (isMember === list.isArray)
      throw new RangeError(`${JSON.stringify(step)} is no place in ${shown(path)}`);
    if (!isMember) check(step, list.length, path);
    const at = isMember ? this.#place(list.names, step) : step;
    const key = isMember ? Buffer.from(JSON.stringify(step) + list.layout.colon) : none;
    const text = yield* textOf(list, value, list.isMultilineAt(at));
    list.insert(at, { ...(isMember && { name: step }), key, value: text, trail: none });
    return at;
  }
}

function jsonOf(value: Json | JsonText): Json {
  return value instanceof JsonText ? value.json() : value;
}

function* replace(list: List, index: number, value: Json | JsonText): Steps<void> {
  const { value: before } = list.at(index);
  const isMultiline = isFilled(before)
    ? isMultilineText(before)
    : typeof value === 'object' && value !== null && list.isMultilineAt(index);
  list.replace(index, yield* textOf(list, value, isMultiline));
}

function* textOf({ layout }: List, value: Json | JsonText, isMultiline: boolean): Steps<Uint8Array> {
  return Buffer.from(yield* laidOut(value, { ...layout, isMultiline }));
}

function check(index: number, last: number, path: DocumentPath): void {
  if (Number.isInteger(index) && index >= 0 && index <= last) return;
  throw new RangeError(`${index} is no index of ${shown(path)}, which has ${last}`);
}

function shown(path: DocumentPath): string {
  return path.join('/');
}
