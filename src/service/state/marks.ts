import { isJsonObject, type Json } from '../common/json.js';
import type { PathSegments } from '../objects/property-ref.js';

/** A path that the next save must write or remove, although its value equals the saved one. */
export interface Mark {
  readonly path: PathSegments;
  /**
   * `reset` to its default, `decided` by a write that cancelled a pending reference, or `moved` pending elements.
   */
  readonly kind: 'reset' | 'decided' | 'moved';
  /** True for a user's reset that cancelled a pending reference, which no value shows (DRT-16). */
  readonly cancelledByUser?: boolean;
  /** True for any other reset that cancelled a pending reference; it does not count as an edit. */
  readonly hasCancelled?: boolean;
}

/** True if `path` is `other` or contains it. */
export function isAtOrAbove(path: PathSegments, other: PathSegments): boolean {
  return path.length <= other.length && path.every((step, i) => step === other[i]);
}

/** Returns a unique key of a path; an index differs from a name with the same text. */
export function pathKey(path: PathSegments): string {
  return JSON.stringify(path);
}

/** True if a path, or one that contains it, is among the keys; does not scan the keys. */
export function isAnyAtOrAbove(keys: Pick<ReadonlySet<string>, 'has'>, path: PathSegments): boolean {
  for (let length = path.length; length >= 0; length--)
    if (keys.has(pathKey(path.slice(0, length)))) return true;
  return false;
}

/** Returns a path after an array operation; undefined if its element was removed. */
export function movedPath(
  path: PathSegments,
  array: PathSegments,
  moved: (index: number) => number | undefined,
): PathSegments | undefined {
  const index = path[array.length];
  if (typeof index !== 'number' || !isAtOrAbove(array, path)) return path;
  const now = moved(index);
  return now === undefined ? undefined : path.with(array.length, now);
}

/** Finds out which paths a written JSON value sets. */
export class Mentions {
  readonly #json: Json;
  readonly #isOfFile: boolean;
  /** Caches whether a list has operations, since it may be large. */
  readonly #haveOperations = new Map<readonly Json[], boolean>();

  /** @param isOfFile true for JSON in the shape of files, whose arrays may leave elements unchanged */
  constructor(json: Json, isOfFile = false) {
    this.#json = json;
    this.#isOfFile = isOfFile;
  }

  /** True if the JSON sets `path`, which is relative to the value. */
  has(path: PathSegments): boolean {
    let at: Json | undefined = this.#json;
    for (const [i, step] of path.entries()) {
      if (isJsonObject(at)) {
        if (Object.hasOwn(at, '@ref')) return true;
        if (at['@truncated'] === true || !Object.hasOwn(at, String(step))) return false;
        at = at[String(step)];
      } else if (Array.isArray(at) && typeof step === 'number' && !this.#hasOperations(at)) {
        if (step >= at.length) return !this.#isOfFile || i === path.length - 1;
        at = at[step];
      } else return true;
    }
    return !(isJsonObject(at) && at['@truncated'] === true);
  }

  #hasOperations(array: readonly Json[]): boolean {
    if (!this.#isOfFile) return false;
    let has = this.#haveOperations.get(array);
    if (has === undefined) {
      has = array.some(hasOperation);
      this.#haveOperations.set(array, has);
    }
    return has;
  }
}

/** True for an array operation; such an array sets all of its elements. */
function hasOperation(entry: Json): boolean {
  return isJsonObject(entry) && Object.hasOwn(entry, '@op');
}
