import { isJsonObject, type Json } from '../../common/json.js';
import type { PathSegments } from '../../objects/property-ref.js';
import { isAnyAtOrAbove, isAtOrAbove, Mentions, movedPath, pathKey } from '../../state/marks.js';
import { AddressIndex } from './address-index.js';

/**
 * A value in a file that could not be applied yet: the object it refers to does not exist, or application code
 * failed.
 */
export interface PendingReference {
  /** The path in the entry. */
  readonly entryPath: PathSegments;
  /** The path in the object now; `savedPath` is the path when the file was last in sync. */
  readonly objectPath: PathSegments;
  readonly savedPath: PathSegments;
  /** True for an array element that the object's array lacks. */
  readonly isLeftOut: boolean;
}

/** A formerly pending reference, with the object it resolved to. */
export interface ResolvedReference extends PendingReference {
  readonly value: object;
}

/** The new indexes of the elements of an array in an entry, by their old ones. */
export interface MovedElements {
  readonly array: PathSegments;
  readonly moved: ReadonlyMap<number, number>;
}

/**
 * The pending references of an entry, and the resolved ones that become pending again when their object is
 * destroyed.
 */
export class PendingReferences {
  readonly #pending = new AddressIndex<PendingReference>();
  /** Resolved references: they are pending again when their object is destroyed. */
  readonly #resolved = new AddressIndex<ResolvedReference>();

  get all(): readonly PendingReference[] {
    return this.#pending.all;
  }

  get size(): number {
    return this.#pending.size;
  }

  /** True if a reference is still pending; reading a list again replaces its references. */
  has(reference: PendingReference): boolean {
    return this.#pending.get(reference.entryPath) === reference;
  }

  /** True if a path, or a path that contains it, is pending. */
  hasAtOrAbove(file: PathSegments): boolean {
    return this.#pending.hasAtOrAbove(file);
  }

  add(reference: PendingReference): void {
    const isLeftOut = reference.isLeftOut || (this.#pending.get(reference.entryPath)?.isLeftOut ?? false);
    this.#pending.put({ ...reference, isLeftOut });
    this.#resolved.delete(reference.entryPath);
  }

  clear(): void {
    this.#pending.clear();
    this.#resolved.clear();
  }

  /** Notes the object that a reference resolved to. */
  noteResolved(reference: PendingReference, value: object): void {
    this.#resolved.put({ ...reference, value });
  }

  /** Makes resolved references pending again whose object is gone. */
  reopen(isGone: (resolved: ResolvedReference) => boolean): void {
    for (const resolved of this.#resolved.all) {
      if (!isGone(resolved)) continue;
      const { value: _value, ...reference } = resolved;
      this.add(reference);
    }
  }

  remove({ entryPath }: PendingReference): void {
    this.#pending.delete(entryPath);
  }

  /**
   * Cancels the references at or inside a path that was written, except those for which `isKept` is true.
   * @returns the paths of the cancelled references
   */
  cancelAt(
    path: PathSegments,
    json: Json | undefined,
    isOfFile = false,
    isKept: (reference: PendingReference) => boolean = () => false,
  ): PathSegments[] {
    const mentions = json === undefined ? undefined : new Mentions(json, isOfFile);
    const isMentioned = ({ objectPath }: PendingReference) =>
      mentions?.has(objectPath.slice(path.length)) ?? true;
    const isCancelled = (each: PendingReference) => {
      // A left-out reference is not an element, so writes to elements do not concern it.
      if (each.isLeftOut)
        return (
          each.objectPath.length >= path.length &&
          !isOfElements(path, json, each.objectPath) &&
          isMentioned(each)
        );
      return each.objectPath.length <= path.length || isMentioned(each);
    };
    const cancelIn = (references: AddressIndex<PendingReference> | AddressIndex<ResolvedReference>) => {
      const cancelled = references.about(path).filter((each) => isCancelled(each) && !isKept(each));
      for (const { entryPath } of cancelled) references.delete(entryPath);
      return cancelled;
    };
    const cancelled = cancelIn(this.#pending);
    cancelIn(this.#resolved);
    return cancelled.map(({ objectPath }) => objectPath);
  }

  /**
   * Cancels the references at or inside paths that a later entry has set, since resolving them would overwrite it.
   */
  cancelInside(paths: readonly PathSegments[]): void {
    const keys = new Set(paths.map(pathKey));
    const ifOutside = <T extends PendingReference>(each: T) =>
      isAnyAtOrAbove(keys, each.objectPath) ? undefined : each;
    this.#pending.map(ifOutside);
    this.#resolved.map(ifOutside);
  }

  /** Moves references with their element after an array operation. Left-out elements keep their index. */
  move(array: PathSegments, moved: (index: number) => number | undefined): void {
    const after = <T extends PendingReference>(each: T): T | undefined => {
      if (each.isLeftOut && each.objectPath.length === array.length + 1) return each;
      const objectPath = movedPath(each.objectPath, array, moved);
      return objectPath && { ...each, objectPath };
    };
    this.#pending.map(after);
    this.#resolved.map(after);
  }

  /** True if an element that is or contains a pending reference has another index than in the file. */
  isRearranged(array: PathSegments): boolean {
    return this.all.some(
      ({ objectPath, savedPath }) =>
        isAtOrAbove(array, objectPath) && objectPath[array.length] !== savedPath[array.length],
    );
  }

  /**
   * Takes over the pending references of a list that was rewritten in this entry; `from` may be this entry's own.
   * @param files the paths in the entry that had the list and in this one
   */
  takeOver(
    from: PendingReferences,
    list: PathSegments,
    files: readonly (readonly [from: PathSegments, to: PathSegments])[],
  ): void {
    const to = new Map(files.map(([before, after]) => [pathKey(before), after]));
    const isInside = ({ entryPath }: PendingReference) => isAtOrAbove(list, entryPath);
    const pending = from.#pending.all.filter(isInside);
    for (const { entryPath } of pending) from.#pending.delete(entryPath);
    for (const { entryPath } of from.#resolved.all.filter(isInside)) from.#resolved.delete(entryPath);
    for (const each of pending) {
      const entryPath = to.get(pathKey(each.entryPath));
      if (entryPath !== undefined) this.#pending.put({ ...each, entryPath });
    }
  }

  /** Updates the paths after a save, which may have moved elements of arrays. */
  rebase(moved: readonly MovedElements[]): void {
    const after = <T extends PendingReference>(each: T): T | undefined => {
      const entryPath = fileAfter(each.entryPath, moved);
      return entryPath && { ...each, entryPath, savedPath: each.objectPath };
    };
    this.#pending.map(after);
    this.#resolved.map(after);
  }
}

/** True if a write concerns an element, or all elements, of the array that an element was left out of. */
function isOfElements(path: PathSegments, json: Json | undefined, leftOut: PathSegments): boolean {
  const array = leftOut.slice(0, -1);
  if (path.length > array.length) return true;
  return json !== undefined && Array.isArray(valueAt(json, array.slice(path.length)));
}

/** Returns the value at a path in a file value; undefined if there is none. */
export function valueAt(json: Json, path: PathSegments): Json | undefined {
  let at: Json | undefined = json;
  for (const segment of path) {
    if (Array.isArray(at)) at = at[Number(segment)];
    else at = isJsonObject(at) && Object.hasOwn(at, String(segment)) ? at[String(segment)] : undefined;
  }
  return at;
}

/** Returns the path of a value after elements of arrays have moved; undefined if it was removed. */
function fileAfter(file: PathSegments, moved: readonly MovedElements[]): PathSegments | undefined {
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
