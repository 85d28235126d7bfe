import type { PathSegments } from '../objects/property-ref.js';

/** Values by path, at most one per path, which finds those above or below a path without scanning all. */
export class PathTree<T> {
  #here: T | undefined;
  #inside: Map<string | number, PathTree<T>> | undefined;

  get isEmpty(): boolean {
    return this.#here === undefined && this.#inside === undefined;
  }

  /** The first segments of the paths. */
  get firstSegments(): Iterable<string | number> {
    return this.#inside?.keys() ?? [];
  }

  set(path: PathSegments, value: T, depth = 0): void {
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

  /** Returns the paths that have a value and are, or contain, a path. */
  atOrAbove(path: PathSegments): PathSegments[] {
    const found: PathSegments[] = [];
    let at: PathTree<T> | undefined = this;
    for (let depth = 0; at !== undefined; depth++) {
      if (at.#here !== undefined) found.push(path.slice(0, depth));
      at = depth < path.length ? at.#inside?.get(path[depth]!) : undefined;
    }
    return found;
  }

  /** Replaces the value at a path, if there is one. */
  replace(path: PathSegments, change: (value: T) => T): void {
    this.#at(path, (at) => {
      if (at.#here !== undefined) at.#here = change(at.#here);
    });
  }

  /** Removes and returns the value at a path. */
  delete(path: PathSegments): T | undefined {
    return this.#at(path, (at) => {
      const here = at.#here;
      at.#here = undefined;
      return here;
    });
  }

  /** Removes and returns the values at a path or below it. */
  take(path: PathSegments): (readonly [PathSegments, T])[] {
    const taken = this.#at(path, (at) => {
      const all = [...at.entries(path)];
      at.#here = undefined;
      at.#inside = undefined;
      return all;
    });
    return taken ?? [];
  }

  /** Moves values with the elements of an array; removes those of removed elements. */
  move(array: PathSegments, moved: (index: number) => number | undefined): void {
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

  /** Removes and returns the values whose first segment is wanted. */
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

  /** Adds the values of another tree; present values stay. */
  merge(other: PathTree<T>): void {
    this.#here ??= other.#here;
    for (const [step, theirs] of other.#inside ?? []) {
      this.#inside ??= new Map();
      const own = this.#inside.get(step);
      if (own === undefined) this.#inside.set(step, theirs);
      else own.merge(theirs);
    }
  }

  /** Yields all values with their paths, beginning with `path`. */
  *entries(path: PathSegments = []): Generator<readonly [PathSegments, T]> {
    if (this.#here !== undefined) yield [path, this.#here];
    for (const [step, inside] of this.#inside ?? []) yield* inside.entries([...path, step]);
  }

  /** Applies `change` to the node of a path and removes empty nodes; undefined if there is no node. */
  #at<R>(path: PathSegments, change: (at: PathTree<T>) => R, depth = 0): R | undefined {
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
