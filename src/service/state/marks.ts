import { isJsonObject, type Json } from '../json.js';
import type { Steps } from '../objects/property-ref.js';

/** A place of an object of which files are to say something that its value does not tell. */
export interface Mark {
  readonly path: Steps;
  /**
   * It was set back to its default, or written while it waited for something else; or elements of it that wait were put
   * elsewhere in it.
   */
  readonly kind: 'reset' | 'decided' | 'moved';
  /** Of a reset by a user: something waited there, so that no value tells of it (DRT-16). */
  readonly endedWaiting?: boolean;
  /** Of any other reset: the same. Nothing of a user's is unsaved by it. */
  readonly waited?: boolean;
}

/** True when `path` is `other`, or what `other` is in. */
export function isAtOrAbove(path: Steps, other: Steps): boolean {
  return path.length <= other.length && path.every((step, i) => step === other[i]);
}

/** Steps of the same text differ where one is an index and the other a name. */
export function placeKey(path: Steps): string {
  return JSON.stringify(path);
}

/** Whether a place, or one that it is in, is among those of the keys: none of the others is looked at. */
export function isAnyAtOrAbove(keys: Pick<ReadonlySet<string>, 'has'>, path: Steps): boolean {
  for (let length = path.length; length >= 0; length--)
    if (keys.has(placeKey(path.slice(0, length)))) return true;
  return false;
}

/** Where a place is after an array operation; undefined when it is gone. */
export function movedPath(
  path: Steps,
  array: Steps,
  moved: (index: number) => number | undefined,
): Steps | undefined {
  const index = path[array.length];
  if (typeof index !== 'number' || !isAtOrAbove(array, path)) return path;
  const now = moved(index);
  return now === undefined ? undefined : path.with(array.length, now);
}

/** What is written to a place. */
export class Mentions {
  readonly #json: Json;
  readonly #isOfFile: boolean;
  /** Whether lists hold operations: one of very many elements is gone through once. */
  readonly #haveOperations = new Map<readonly Json[], boolean>();

  /** @param isOfFile it is in the shape of files, where elements of an array that are not mentioned may stay */
  constructor(json: Json, isOfFile = false) {
    this.#json = json;
    this.#isOfFile = isOfFile;
  }

  /** True when it says something of what is at `rest` in the place. */
  has(rest: Steps): boolean {
    let at: Json | undefined = this.#json;
    for (const [i, step] of rest.entries()) {
      if (isJsonObject(at)) {
        if (Object.hasOwn(at, '@ref')) return true;
        if (at['@truncated'] === true || !Object.hasOwn(at, String(step))) return false;
        at = at[String(step)];
      } else if (Array.isArray(at) && typeof step === 'number' && !this.#hasOperations(at)) {
        if (step >= at.length) return !this.#isOfFile || i === rest.length - 1;
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

/** Such an array is what became of its default, whatever was done to it. */
function hasOperation(entry: Json): boolean {
  return isJsonObject(entry) && Object.hasOwn(entry, '@op');
}
