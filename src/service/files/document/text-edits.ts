import { parseJson } from '../../../wire/json.js';
import type { Json } from '../../common/json.js';
import type { PathSegments } from '../../objects/property-ref.js';
import { type Container, isArrayText, isContainer, Value } from './container.js';
import { isSameJson } from './is-same-json.js';
import type { Layout } from './layout.js';

/** A change of a value of a document. */
export type Edit =
  /** Replaces a value, adds a member, or appends an element. Missing containers on the path are created. */
  | { readonly kind: 'set'; readonly path: PathSegments; readonly value: Json }
  /** Removes a member or an element, if it exists. */
  | { readonly kind: 'remove'; readonly path: PathSegments }
  /** Reorders the elements of the array at `path`; elements that are not in `order` are removed. */
  | { readonly kind: 'arrange'; readonly path: PathSegments; readonly order: readonly ArrayItem[] };

/** An element by its old index, or a new one. */
export type ArrayItem = number | { readonly value: Json };

/** Returns the index at which a new member is inserted into an object. */
export type Placement = (names: readonly string[], name: string) => number;

/** Inserts `@` members after the last `@` member, and other members at the end. */
export const appendMember: Placement = (names, name) =>
  name.startsWith('@') ? names.findLastIndex((each) => each.startsWith('@')) + 1 : names.length;

/**
 * Returns the text of a container after edits, applied in order. All other text stays the same to the byte.
 * @param layout the layout in which the container is an item
 * @throws RangeError for an index that the array does not have
 */
export function editText(
  text: string,
  edits: readonly Edit[],
  layout: Layout,
  place: Placement = appendMember,
): string {
  const root = new Value(text);
  for (const edit of edits) new EditRun(root, layout, place).apply(edit);
  return root.print();
}

/** Applies one edit and marks the containers on its path as changed. */
class EditRun {
  readonly #root: Value;
  readonly #layout: Layout;
  readonly #place: Placement;
  readonly #visited: Container[] = [];

  constructor(root: Value, layout: Layout, place: Placement) {
    this.#root = root;
    this.#layout = layout;
    this.#place = place;
  }

  apply(edit: Edit): void {
    if (this.#change(edit)) for (const container of this.#visited) container.isChanged = true;
  }

  /** Applies the edit; true if anything changed. */
  #change(edit: Edit): boolean {
    switch (edit.kind) {
      case 'set':
        return this.#set(edit.path, edit.value);
      case 'remove':
        return this.#remove(edit.path);
      case 'arrange':
        return this.#arrange(edit.path, edit.order);
    }
  }

  #set(path: PathSegments, value: Json): boolean {
    const segment = path.at(-1)!;
    const container = this.#make(path.slice(0, -1), typeof segment === 'number');
    const index = container.indexOf(segment);
    if (index === undefined) {
      this.#add(container, segment, value, path);
      return true;
    }
    const present = container.items[index]!.value;
    if (!present.isChanged && isSameJson(parseJson(present.text), value)) return false;
    container.replace(index, value);
    return true;
  }

  #remove(path: PathSegments): boolean {
    const container = this.#find(path.slice(0, -1));
    const segment = path.at(-1)!;
    if (container?.indexOf(segment) === undefined) return false;
    container.remove(segment);
    return true;
  }

  #arrange(path: PathSegments, order: readonly ArrayItem[]): boolean {
    const array = this.#make(path, true);
    const { length } = array.items;
    if (order.length === length && order.every((item, i) => item === i)) return false;
    const seen = new Set<number>();
    for (const item of order) {
      if (typeof item !== 'number') continue;
      requireIndex(item, length - 1, path);
      if (seen.has(item)) throw new RangeError(`index ${item} occurs twice in ${shown(path)}`);
      seen.add(item);
    }
    array.arrange(order);
    return true;
  }

  /** Returns the container at a path; undefined if there is none. */
  #find(path: PathSegments): Container | undefined {
    let container = this.#open(this.#root, this.#layout);
    for (const segment of path) {
      const item = container?.find(segment);
      container = item && this.#open(item.value, container!.layout);
    }
    return container;
  }

  /** Returns the container at a path; creates it, or replaces a value of another kind. */
  #make(path: PathSegments, isArray: boolean): Container {
    let container = this.#open(this.#root, this.#layout)!;
    for (const [i, segment] of path.entries()) {
      const wantsArray = i + 1 < path.length ? typeof path[i + 1] === 'number' : isArray;
      const empty = wantsArray ? [] : {};
      const index = container.indexOf(segment) ?? this.#add(container, segment, empty, path);
      const { text } = container.items[index]!.value;
      if (!isContainer(text) || isArrayText(text) !== wantsArray) container.replace(index, empty);
      container = this.#open(container.items[index]!.value, container.layout)!;
    }
    return container;
  }

  #open(value: Value, around: Layout): Container | undefined {
    const container = value.open(around);
    if (container !== undefined) this.#visited.push(container);
    return container;
  }

  /** @returns the index of the new item */
  #add(container: Container, segment: string | number, value: Json, path: PathSegments): number {
    if ((typeof segment === 'string') === container.isArray)
      throw new RangeError(`${JSON.stringify(segment)} is not a valid path segment in ${shown(path)}`);
    if (typeof segment === 'number') {
      requireIndex(segment, container.items.length, path);
      container.insert(segment, undefined, value);
      return segment;
    }
    const at = this.#place(
      container.items.map(({ name }) => name!),
      segment,
    );
    container.insert(at, segment, value);
    return at;
  }
}

function requireIndex(index: number, last: number, path: PathSegments): void {
  if (Number.isInteger(index) && index >= 0 && index <= last) return;
  throw new RangeError(`index ${index} is out of range for ${shown(path)} (0 to ${last})`);
}

function shown(path: PathSegments): string {
  return path.join('/');
}
