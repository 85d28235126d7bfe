import type { Steps } from '../objects/property-ref.js';

/** Values by their places, at most one for each: what is above or below a place is found without looking at all others. */
export class PathTree<T> {
  #here: T | undefined;
  #inside: Map<string | number, PathTree<T>> | undefined;

  get isEmpty(): boolean {
    return this.#here === undefined && this.#inside === undefined;
  }

  /** The first steps of the places. */
  get firstSteps(): Iterable<string | number> {
    return this.#inside?.keys() ?? [];
  }

  set(path: Steps, value: T, depth = 0): void {
    if (depth === path.length) {
      this.#here = value;
      return;
    }
    const step = path[depth]!;
    this.#inside ??= new Map();
    let inside = this.#inside.get(step);
    if (inside === undefined) {
      inside = new PathTree();
      this.#inside.set(step, inside);
    }
    inside.set(path, value, depth + 1);
  }

  /** The places at which there is something, of one and of what it is in. */
  atOrAbove(path: Steps): Steps[] {
    const found: Steps[] = [];
    let at: PathTree<T> | undefined = this;
    for (let depth = 0; at !== undefined; depth++) {
      if (at.#here !== undefined) found.push(path.slice(0, depth));
      at = depth < path.length ? at.#inside?.get(path[depth]!) : undefined;
    }
    return found;
  }

  /** Puts another value in the place of one that is there. */
  replace(path: Steps, change: (value: T) => T): void {
    this.#at(path, (at) => {
      if (at.#here !== undefined) at.#here = change(at.#here);
    });
  }

  /** Takes out what is at a place. */
  delete(path: Steps): T | undefined {
    return this.#at(path, (at) => {
      const here = at.#here;
      at.#here = undefined;
      return here;
    });
  }

  /** Takes out what is at a place or below it. */
  take(path: Steps): (readonly [Steps, T])[] {
    const taken = this.#at(path, (at) => {
      const all = [...at.entries(path)];
      at.#here = undefined;
      at.#inside = undefined;
      return all;
    });
    return taken ?? [];
  }

  /** Puts what is in the elements of an array where these are; what is in those that are gone is taken out. */
  move(array: Steps, moved: (index: number) => number | undefined): void {
    this.#at(array, (at) => {
      if (at.#inside === undefined) return;
      const inside = new Map<string | number, PathTree<T>>();
      for (const [step, each] of at.#inside) {
        const now = typeof step === 'number' ? moved(step) : step;
        if (now !== undefined) inside.set(now, each);
      }
      at.#inside = inside.size > 0 ? inside : undefined;
    });
  }

  /** Takes out those whose first steps are wanted, and gives them. */
  split(isWanted: (step: string | number) => boolean): PathTree<T> {
    const part = new PathTree<T>();
    for (const [step, inside] of this.#inside ?? []) {
      if (!isWanted(step)) continue;
      part.#inside ??= new Map();
      part.#inside.set(step, inside);
      this.#delete(step);
    }
    return part;
  }

  /** Puts those of another one in; what it holds itself stays. */
  merge(other: PathTree<T>): void {
    this.#here ??= other.#here;
    for (const [step, theirs] of other.#inside ?? []) {
      this.#inside ??= new Map();
      const own = this.#inside.get(step);
      if (own === undefined) this.#inside.set(step, theirs);
      else own.merge(theirs);
    }
  }

  copy(): PathTree<T> {
    const copy = new PathTree<T>();
    copy.#here = this.#here;
    if (this.#inside !== undefined) {
      copy.#inside = new Map();
      for (const [step, inside] of this.#inside) copy.#inside.set(step, inside.copy());
    }
    return copy;
  }

  /** All of them, with the places from `path` on. */
  *entries(path: Steps = []): Generator<readonly [Steps, T]> {
    if (this.#here !== undefined) yield [path, this.#here];
    for (const [step, inside] of this.#inside ?? []) yield* inside.entries([...path, step]);
  }

  /** @returns what `change` makes of a place; undefined where there is nothing at it or below */
  #at<R>(path: Steps, change: (at: PathTree<T>) => R, depth = 0): R | undefined {
    if (depth === path.length) return change(this);
    const step = path[depth]!;
    const inside = this.#inside?.get(step);
    if (inside === undefined) return undefined;
    const result = inside.#at(path, change, depth + 1);
    if (inside.isEmpty) this.#delete(step);
    return result;
  }

  #delete(step: string | number): void {
    this.#inside!.delete(step);
    if (this.#inside!.size === 0) this.#inside = undefined;
  }
}
