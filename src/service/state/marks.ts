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

export function marksAfterReset(marks: readonly Mark[], path: Steps): readonly Mark[] {
  const isCovered = marks.some((mark) => mark.kind === 'reset' && isAtOrAbove(mark.path, path));
  if (isCovered) return marks;
  const [others, ended] = [[] as Mark[], [] as Mark[]];
  for (const mark of marks) (isAtOrAbove(path, mark.path) ? ended : others).push(mark);
  // What had waited there does so no more, though nothing waits there now.
  const endedWaiting = ended.some(({ kind, endedWaiting }) => kind === 'decided' || endedWaiting);
  const waited = ended.some(({ waited }) => waited);
  return [
    ...others,
    { path, kind: 'reset', ...(endedWaiting && { endedWaiting }), ...(waited && { waited }) },
  ];
}

/**
 * What was reset at, above or below a place that is written is so no more. Where something had waited, a user's write decides
 * as one does that ends the waiting itself: what is written may be the default, which no value tells from what the file has.
 */
export function marksAfterWrite(marks: readonly Mark[], path: Steps, isUsers: boolean): readonly Mark[] {
  return marks.flatMap<Mark>((mark) => {
    const { kind, path: at } = mark;
    if (kind === 'decided') return [mark];
    if (!isAtOrAbove(path, at) && (kind === 'moved' || !isAtOrAbove(at, path))) return [mark];
    return kind === 'reset' && isUsers ? decidedBy(mark) : [];
  });
}

/** What a write by a user leaves of a reset: what had waited there is decided. */
function decidedBy({ path, endedWaiting, waited }: Mark): Mark[] {
  return endedWaiting || waited ? [{ path, kind: 'decided' }] : [];
}

/** A user's array operation writes the array, so that what was reset there is so no more; marks inside go with their elements. */
export function marksAfterMove(
  marks: readonly Mark[],
  array: Steps,
  moved: (index: number) => number | undefined,
): readonly Mark[] {
  return marks.flatMap((mark) => {
    if (mark.kind === 'reset' && isAtOrAbove(mark.path, array)) return decidedBy(mark);
    const path = movedPath(mark.path, array, moved);
    return path === undefined ? [] : [{ ...mark, path }];
  });
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
