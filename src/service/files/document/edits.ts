import { parseJson } from '../../../wire/json.js';
import type { Json } from '../../json.js';
import { type Container, isArrayText, isContainer, Value } from './container.js';
import { isSameJson } from './is-same-json.js';
import { JsonText, type Layout } from './layout.js';

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

/** Where a new member goes among those that an object has: its index. */
export type Placement = (names: readonly string[], name: string) => number;

/** What says what an entry is stands first; members follow. */
export const behindLast: Placement = (names, name) =>
  name.startsWith('@') ? names.findLastIndex((each) => each.startsWith('@')) + 1 : names.length;

/**
 * The text of a container after edits, each of which counts on those before it. What no edit is about stays as it stands, to
 * the byte.
 * @param layout the layout in which the container is an item
 * @throws RangeError for an index that the array does not have
 */
export function editText(
  text: string,
  edits: readonly Edit[],
  layout: Layout,
  place: Placement = behindLast,
): string {
  const root = new Value(text);
  for (const edit of edits) new Editing(root, layout, place).apply(edit);
  return root.print();
}

/** The containers that one edit goes through. */
class Editing {
  readonly #root: Value;
  readonly #layout: Layout;
  readonly #place: Placement;
  readonly #way: Container[] = [];

  constructor(root: Value, layout: Layout, place: Placement) {
    this.#root = root;
    this.#layout = layout;
    this.#place = place;
  }

  apply(edit: Edit): void {
    if (this.#change(edit)) for (const container of this.#way) container.isChanged = true;
  }

  /** True when something has changed. */
  #change(edit: Edit): boolean {
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

  #set(path: DocumentPath, value: Json | JsonText): boolean {
    const step = path.at(-1)!;
    const container = this.#make(path.slice(0, -1), typeof step === 'number');
    const index = container.indexOf(step);
    if (index === undefined) {
      this.#add(container, step, value, path);
      return true;
    }
    const present = container.items[index]!.value;
    const json = value instanceof JsonText ? value.json() : value;
    if (!present.isChanged && isSameJson(parseJson(present.text), json)) return false;
    container.replace(index, value);
    return true;
  }

  #remove(path: DocumentPath): boolean {
    const container = this.#find(path.slice(0, -1));
    const step = path.at(-1)!;
    if (container?.indexOf(step) === undefined) return false;
    container.remove(step);
    return true;
  }

  #arrange(path: DocumentPath, places: readonly ArrayPlace[]): boolean {
    const array = this.#make(path, true);
    const { length } = array.items;
    if (places.length === length && places.every((place, i) => place === i)) return false;
    const seen = new Set<number>();
    for (const place of places) {
      if (typeof place !== 'number') continue;
      check(place, length - 1, path);
      if (seen.has(place)) throw new RangeError(`${place} is there twice in ${shown(path)}`);
      seen.add(place);
    }
    array.arrange(places);
    return true;
  }

  /** The container at a path; undefined when there is none. */
  #find(path: DocumentPath): Container | undefined {
    let container = this.#open(this.#root, this.#layout);
    for (const step of path) {
      const item = container?.find(step);
      container = item && this.#open(item.value, container!.layout);
    }
    return container;
  }

  /** The container at a path, made where there is none or something else. */
  #make(path: DocumentPath, isArray: boolean): Container {
    let container = this.#open(this.#root, this.#layout)!;
    for (const [i, step] of path.entries()) {
      const wantsArray = i + 1 < path.length ? typeof path[i + 1] === 'number' : isArray;
      const made = wantsArray ? [] : {};
      const index = container.indexOf(step) ?? this.#add(container, step, made, path);
      const { text } = container.items[index]!.value;
      if (!isContainer(text) || isArrayText(text) !== wantsArray) container.replace(index, made);
      container = this.#open(container.items[index]!.value, container.layout)!;
    }
    return container;
  }

  #open(value: Value, around: Layout): Container | undefined {
    const container = value.open(around);
    if (container !== undefined) this.#way.push(container);
    return container;
  }

  /** @returns where it is */
  #add(container: Container, step: string | number, value: Json | JsonText, path: DocumentPath): number {
    if ((typeof step === 'string') === container.isArray)
      throw new RangeError(`${JSON.stringify(step)} is no place in ${shown(path)}`);
    if (typeof step === 'number') {
      check(step, container.items.length, path);
      container.insert(step, undefined, value);
      return step;
    }
    const at = this.#place(
      container.items.map(({ name }) => name!),
      step,
    );
    container.insert(at, step, value);
    return at;
  }
}

function check(index: number, last: number, path: DocumentPath): void {
  if (Number.isInteger(index) && index >= 0 && index <= last) return;
  throw new RangeError(`${index} is no index of ${shown(path)}, which has ${last}`);
}

function shown(path: DocumentPath): string {
  return path.join('/');
}
