import type { PathSegments } from '../objects/property-ref.js';

/** Values by path, at most one per path. Finds those related to a path without scanning all. */
export class PathTree<T> {
  #here: T | undefined;
  // Created on demand, since most paths have nothing inside them.
  #inside: Map<string | number, PathTree<T>> | undefined;

  get isEmpty(): boolean {
    return this.#here === undefined && this.#inside === undefined;
  }

  /** The first segments of the paths. */
  get firstSegments(): Iterable<string | number> {
    return this.#inside?.keys() ?? [];
  }

  set(path: PathSegments, value: T): void {
    this.update(path, () => value);
  }

  /** Replaces the value at a path; undefined means none. */
  update(path: PathSegments, change: (value: T | undefined) => T | undefined): void {
    this.#at(path, (at) => {
      at.#here = change(at.#here);
    });
  }

  /** Returns the values at a path and above it, with their paths. */
  atOrAbove(path: PathSegments): (readonly [PathSegments, T])[] {
    const found: (readonly [PathSegments, T])[] = [];
    let at: PathTree<T> | undefined = this;
    for (let depth = 0; at !== undefined; depth++) {
      if (at.#here !== undefined) found.push([path.slice(0, depth), at.#here]);
      at = depth < path.length ? at.#inside?.get(path[depth]!) : undefined;
    }
    return found;
  }

  /** Yields the values at a path, above it and inside it. */
  *related(path: PathSegments, depth = 0): Generator<T> {
    if (this.#here !== undefined) yield this.#here;
    if (depth < path.length) yield* this.#inside?.get(path[depth]!)?.related(path, depth + 1) ?? [];
    else for (const inside of this.#inside?.values() ?? []) yield* inside.related(path, depth);
  }

  /** Removes and returns the values at a path or below it. */
  take(path: PathSegments): (readonly [PathSegments, T])[] {
    return this.#at(path, (at) => {
      const all = [...at.entries(path)];
      at.#here = undefined;
      at.#inside = undefined;
      return all;
    });
  }

  /** Moves values with the elements of an array; removes those of removed elements. */
  move(array: PathSegments, moved: (index: number) => number | undefined): void {
    this.#at(array, (at) => {
      const inside = [...(at.#inside ?? [])].flatMap(([step, each]) => {
        const now = typeof step === 'number' ? moved(step) : step;
        return now === undefined ? [] : [[now, each] as const];
      });
      at.#inside = inside.length > 0 ? new Map(inside) : undefined;
    });
  }

  /** Removes and returns the values whose first segment is wanted. */
  split(isWanted: (step: string | number) => boolean): PathTree<T> {
    const part = new PathTree<T>();
    for (const [step, inside] of this.#inside ?? []) {
      if (!isWanted(step)) continue;
      part.#put(step, inside);
      this.#put(step, undefined);
    }
    return part;
  }

  /** Adds the values of another tree; present values stay. */
  merge(other: PathTree<T>): void {
    this.#here ??= other.#here;
    for (const [step, theirs] of other.#inside ?? []) {
      const own = this.#inside?.get(step);
      if (own === undefined) this.#put(step, theirs);
      else own.merge(theirs);
    }
  }

  /** Yields all values with their paths, beginning with `path`. */
  *entries(path: PathSegments = []): Generator<readonly [PathSegments, T]> {
    if (this.#here !== undefined) yield [path, this.#here];
    for (const [step, inside] of this.#inside ?? []) yield* inside.entries([...path, step]);
  }

  /** Applies `change` to the node of a path, which is removed if it is empty afterwards. */
  #at<R>(path: PathSegments, change: (at: PathTree<T>) => R, depth = 0): R {
    if (depth === path.length) return change(this);
    const step = path[depth]!;
    const inside = this.#inside?.get(step) ?? new PathTree<T>();
    const result = inside.#at(path, change, depth + 1);
    this.#put(step, inside);
    return result;
  }

  #put(step: string | number, inside: PathTree<T> | undefined): void {
    if (inside !== undefined && !inside.isEmpty) {
      this.#inside ??= new Map();
      this.#inside.set(step, inside);
    } else if (this.#inside?.delete(step) && this.#inside.size === 0) this.#inside = undefined;
  }
}
