import { isJsonObject, type Json } from '../../json.js';
import type { Steps } from '../../objects/property-ref.js';
import { isAnyAtOrAbove, isAtOrAbove, Mentions, movedPath, placeKey } from '../../state/marks.js';
import type { MovedEntries } from '../edits/edit-place.js';
import { AddressIndex } from './address-index.js';

/** A value of an entry that is not in its object: what it refers to is not there yet, or code of the application failed. */
export interface PendingReference {
  /** Where it stands in the entry. */
  readonly file: Steps;
  /** Where it belongs in the object, now and when the file was in step. */
  readonly place: Steps;
  readonly placeInFile: Steps;
  /** The element of an array that it stands for is not there. */
  readonly isLeftOut: boolean;
}

/** A place that waited, and what has come for it. */
export interface ResolvedReference extends PendingReference {
  readonly value: object;
}

/** The pending values of an entry. */
export class PendingReferences {
  readonly #addressIndex = new AddressIndex<PendingReference>();
  /** What has come for places that waited: where it goes again, they wait again. */
  readonly #come = new AddressIndex<ResolvedReference>();

  get all(): readonly PendingReference[] {
    return this.#addressIndex.all;
  }

  get size(): number {
    return this.#addressIndex.size;
  }

  /** Whether this waits still: a list that was read anew waits at other places. */
  has(waiting: PendingReference): boolean {
    return this.#addressIndex.get(waiting.file) === waiting;
  }

  /** Whether a place waits, or what it is in. */
  waitsAtOrAbove(file: Steps): boolean {
    return this.#addressIndex.hasAtOrAbove(file);
  }

  add(waiting: PendingReference): void {
    const isLeftOut = waiting.isLeftOut || (this.#addressIndex.get(waiting.file)?.isLeftOut ?? false);
    this.#addressIndex.put({ ...waiting, isLeftOut });
    this.#come.delete(waiting.file);
  }

  clear(): void {
    this.#addressIndex.clear();
    this.#come.clear();
  }

  /** What a place waited for has come, and it does so no more. */
  hasCome(waiting: PendingReference, value: object): void {
    this.#come.put({ ...waiting, value });
  }

  get hasAnyCome(): boolean {
    return this.#come.size > 0;
  }

  /** What has come for a place is gone: it waits again. */
  waitAgain(isGone: (come: ResolvedReference) => boolean): void {
    for (const come of this.#come.all) {
      if (!isGone(come)) continue;
      const { value: _value, ...waiting } = come;
      this.add(waiting);
    }
  }

  remove({ file }: PendingReference): void {
    this.#addressIndex.delete(file);
  }

  /**
   * A user has written a place: what of it waited does so no more, but what `isLeft`.
   * @returns the places that are decided
   */
  endAt(
    path: Steps,
    json: Json | undefined,
    isOfFile = false,
    isLeft: (waiting: PendingReference) => boolean = () => false,
  ): Steps[] {
    const mentions = json === undefined ? undefined : new Mentions(json, isOfFile);
    const isSaid = ({ place }: PendingReference) => mentions?.has(place.slice(path.length)) ?? true;
    const isEnded = (each: PendingReference) => {
      // It is no element: what is written to those says nothing of it.
      if (each.isLeftOut)
        return each.place.length >= path.length && !isOfElements(path, json, each.place) && isSaid(each);
      return each.place.length <= path.length || isSaid(each);
    };
    const endIn = (waiting: AddressIndex<PendingReference> | AddressIndex<ResolvedReference>) => {
      const ended = waiting.about(path).filter((each) => isEnded(each) && !isLeft(each));
      for (const { file } of ended) waiting.delete(file);
      return ended;
    };
    const ended = endIn(this.#addressIndex);
    endIn(this.#come);
    return ended.map(({ place }) => place);
  }

  /** Another entry has set places: what of this one waits for them, or in them, would come over that. */
  endBelow(paths: readonly Steps[]): void {
    const keys = new Set(paths.map(placeKey));
    const elsewhere = <T extends PendingReference>(each: T) =>
      isAnyAtOrAbove(keys, each.place) ? undefined : each;
    this.#addressIndex.change(elsewhere);
    this.#come.change(elsewhere);
  }

  /** An array operation: what waits goes with its element. What stands for none stays where it is. */
  move(array: Steps, moved: (index: number) => number | undefined): void {
    const after = <T extends PendingReference>(each: T): T | undefined => {
      if (each.isLeftOut && each.place.length === array.length + 1) return each;
      const place = movedPath(each.place, array, moved);
      return place && { ...each, place };
    };
    this.#addressIndex.change(after);
    this.#come.change(after);
  }

  /** Whether an element of an array that waits, or holds what waits, is at another place in it than in the file. */
  isRearranged(array: Steps): boolean {
    return this.all.some(
      ({ place, placeInFile }) =>
        isAtOrAbove(array, place) && place[array.length] !== placeInFile[array.length],
    );
  }

  /** After a save: the file is in step, and entries of arrays went to other places. */
  rebase(moved: readonly MovedEntries[]): void {
    const after = <T extends PendingReference>(each: T): T | undefined => {
      const file = fileAfter(each.file, moved);
      return file && { ...each, file, placeInFile: each.place };
    };
    this.#addressIndex.change(after);
    this.#come.change(after);
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
