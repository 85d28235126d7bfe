import type { Steps } from '../../objects/property-ref.js';

/** What belongs to places of an object: what is about one of them is found without looking at all others. */
export class AddressTree<T extends { readonly place: Steps }> {
  // Most places have either nothing of their own, or nothing in them.
  #here: T[] | undefined;
  #inside: Map<string | number, AddressTree<T>> | undefined;

  add(each: T, depth = 0): void {
    if (depth === each.place.length) {
      this.#here ??= [];
      this.#here.push(each);
      return;
    }
    const step = each.place[depth]!;
    this.#inside ??= new Map();
    let inside = this.#inside.get(step);
    if (inside === undefined) {
      inside = new AddressTree();
      this.#inside.set(step, inside);
    }
    inside.add(each, depth + 1);
  }

  /** @returns whether nothing is left */
  delete(each: T, depth = 0): boolean {
    if (depth === each.place.length) this.#here = this.#here?.filter((other) => other !== each);
    else {
      const step = each.place[depth]!;
      if (this.#inside?.get(step)?.delete(each, depth + 1)) this.#inside.delete(step);
    }
    return !this.#here?.length && !this.#inside?.size;
  }

  /** What belongs to a place, to what that is in, or to what is in it. */
  *about(path: Steps, depth = 0): Generator<T> {
    if (this.#here !== undefined) yield* this.#here;
    if (this.#inside === undefined) return;
    if (depth < path.length) {
      const inside = this.#inside.get(path[depth]!);
      if (inside !== undefined) yield* inside.about(path, depth + 1);
    } else for (const inside of this.#inside.values()) yield* inside.about(path, depth);
  }
}
