import { isJsonObject, type Json } from '../json.js';
import type { Steps } from '../objects/property-ref.js';
import { isAtOrAbove, mentions, movedPath } from '../state/marks.js';
import type { MovedEntries } from './edit-place.js';

/** A value of an entry that is not in its object: what it refers to is not there yet, or code of the application failed. */
export interface Waiting {
  /** Where it stands in the entry. */
  readonly file: Steps;
  /** Where it belongs in the object, now and when the file was in step. */
  readonly place: Steps;
  readonly placeInFile: Steps;
  /** The element of an array that it stands for is not there. */
  readonly isLeftOut: boolean;
}

/** A place that waited, and what has come for it. */
export interface Come extends Waiting {
  readonly value: object;
}

/** What of an entry waits, each by itself. */
export class WaitingList {
  #all: readonly Waiting[] = [];
  /** What has come for places that waited: where it goes again, they wait again. */
  #come: readonly Come[] = [];

  get all(): readonly Waiting[] {
    return this.#all;
  }

  add(waiting: Waiting): void {
    const isSame = ({ file }: Waiting) =>
      file.length === waiting.file.length && isAtOrAbove(file, waiting.file);
    const known = this.#all.find(isSame);
    const isLeftOut = waiting.isLeftOut || (known?.isLeftOut ?? false);
    this.#all = [...this.#all.filter((each) => each !== known), { ...waiting, isLeftOut }];
    this.#come = this.#come.filter((each) => !isSame(each));
  }

  clear(): void {
    this.#all = [];
    this.#come = [];
  }

  /** What a place waited for has come, and it does so no more. */
  hasCome(waiting: Waiting, value: object): void {
    this.#come = [...this.#come, { ...waiting, value }];
  }

  get hasAnyCome(): boolean {
    return this.#come.length > 0;
  }

  /** What has come for a place is gone: it waits again. */
  waitAgain(isGone: (come: Come) => boolean): void {
    for (const come of this.#come) {
      if (!isGone(come)) continue;
      const { value: _value, ...waiting } = come;
      this.add(waiting);
    }
  }

  remove(waiting: Waiting): void {
    this.#all = this.#all.filter((each) => each !== waiting);
  }

  /**
   * A user has written a place: what of it waited does so no more, but what `isLeft`.
   * @returns the places that are decided
   */
  endAt(
    path: Steps,
    json: Json | undefined,
    isOfFile = false,
    isLeft: (waiting: Waiting) => boolean = () => false,
  ): Steps[] {
    const isSaid = ({ place }: Waiting) =>
      json === undefined || mentions(json, place.slice(path.length), isOfFile);
    const isEnded = (each: Waiting) => {
      const isIn = isAtOrAbove(path, each.place);
      // It is no element: what is written to those says nothing of it.
      if (each.isLeftOut) return isIn && !isOfElements(path, json, each.place) && isSaid(each);
      return isAtOrAbove(each.place, path) || (isIn && isSaid(each));
    };
    const ended = this.#all.filter((each) => isEnded(each) && !isLeft(each));
    if (ended.length > 0) this.#all = this.#all.filter((each) => !ended.includes(each));
    this.#come = this.#come.filter((each) => !isEnded(each) || isLeft(each));
    return ended.map(({ place }) => place);
  }

  /** Another entry has set a place: what of this one waits for it, or in it, would come over that. */
  endBelow(path: Steps): void {
    const isElsewhere = ({ place }: Waiting) => !isAtOrAbove(path, place);
    this.#all = this.#all.filter(isElsewhere);
    this.#come = this.#come.filter(isElsewhere);
  }

  /** An array operation: what waits goes with its element. What stands for none stays where it is. */
  move(array: Steps, moved: (index: number) => number | undefined): void {
    const after = <T extends Waiting>(each: T): T[] => {
      if (each.isLeftOut && each.place.length === array.length + 1) return [each];
      const place = movedPath(each.place, array, moved);
      return place === undefined ? [] : [{ ...each, place }];
    };
    this.#all = this.#all.flatMap(after);
    this.#come = this.#come.flatMap(after);
  }

  /** Whether an element of an array that waits, or holds what waits, is at another place in it than in the file. */
  isRearranged(array: Steps): boolean {
    return this.#all.some(
      ({ place, placeInFile }) =>
        isAtOrAbove(array, place) && place[array.length] !== placeInFile[array.length],
    );
  }

  /** After a save: the file is in step, and entries of arrays went to other places. */
  rebase(moved: readonly MovedEntries[]): void {
    const after = <T extends Waiting>(each: T): T[] => {
      const file = fileAfter(each.file, moved);
      return file === undefined ? [] : [{ ...each, file, placeInFile: each.place }];
    };
    this.#all = this.#all.flatMap(after);
    this.#come = this.#come.flatMap(after);
  }
}

/** Whether a write is of an element, or of all elements, of the array that something is left out of. */
function isOfElements(path: Steps, json: Json | undefined, leftOut: Steps): boolean {
  const array = leftOut.slice(0, -1);
  if (path.length > array.length) return true;
  return json !== undefined && Array.isArray(valueAt(json, array.slice(path.length)));
}

/** What a value of a file has at a path in it; undefined for nothing. */
export function valueAt(json: Json, path: Steps): Json | undefined {
  let at: Json | undefined = json;
  for (const step of path) {
    if (Array.isArray(at)) at = at[Number(step)];
    else at = isJsonObject(at) && Object.hasOwn(at, String(step)) ? at[String(step)] : undefined;
  }
  return at;
}

/** Where a value of an entry is after entries of arrays have moved; undefined when it is gone. */
function fileAfter(file: Steps, moved: readonly MovedEntries[]): Steps | undefined {
  const after = [...file];
  for (const { array, moved: to } of moved) {
    const index = file[array.length];
    if (typeof index !== 'number' || !isAtOrAbove(array, file)) continue;
    const now = to.get(index);
    if (now === undefined) return undefined;
    after[array.length] = now;
  }
  return after;
}
