import type { PathSegments } from '../../objects/property-ref.js';

/** Items by their path in an object, so that those related to a path are found without visiting all. */
export class AddressTree<T extends { readonly objectPath: PathSegments }> {
  // Created on demand, since most paths have no items of their own or none inside them.
  #here: T[] | undefined;
  #inside: Map<string | number, AddressTree<T>> | undefined;

  add(each: T, depth = 0): void {
    if (depth === each.objectPath.length) {
      this.#here ??= [];
      this.#here.push(each);
      return;
    }
    const segment = each.objectPath[depth]!;
    this.#inside ??= new Map();
    let inside = this.#inside.get(segment);
    if (inside === undefined) {
      inside = new AddressTree();
      this.#inside.set(segment, inside);
    }
    inside.add(each, depth + 1);
  }

  /** @returns true if the tree is empty */
  delete(each: T, depth = 0): boolean {
    if (depth === each.objectPath.length) this.#here = this.#here?.filter((other) => other !== each);
    else {
      const segment = each.objectPath[depth]!;
      if (this.#inside?.get(segment)?.delete(each, depth + 1)) this.#inside.delete(segment);
    }
    return !this.#here?.length && !this.#inside?.size;
  }

  /** Yields the items at a path, above it and inside it. */
  *about(path: PathSegments, depth = 0): Generator<T> {
    if (this.#here !== undefined) yield* this.#here;
    if (this.#inside === undefined) return;
    if (depth < path.length) {
      const inside = this.#inside.get(path[depth]!);
      if (inside !== undefined) yield* inside.about(path, depth + 1);
    } else for (const inside of this.#inside.values()) yield* inside.about(path, depth);
  }
}
