import type { MemberOwner, PathSegments } from '../objects/property-ref.js';
import { Baselines } from './baselines.js';
import { type Indexes, noIndexes } from './index-set.js';
import { type Beginning, type ChangedObject, SavedObject } from './saved-object.js';
import { parentIndex } from './tracked-member.js';

/** Objects that were changed, and those that were forgotten. */
export interface TouchedObjects {
  readonly touched: Set<object>;
  readonly gone: Set<object>;
}

/**
 * The saved state of each object: its values when it was last loaded or saved, or its captured defaults.
 * Saves write the differences from it. `markClean` does not change it (DRT-6).
 */
export class SavedState extends Baselines<SavedObject> {
  /** Watchers of changed and forgotten objects. */
  readonly #watchers = new Set<TouchedObjects>();

  protected override create(owner: MemberOwner): SavedObject {
    return new SavedObject(owner, this.parent);
  }

  protected override touched(owner: MemberOwner): SavedObject {
    this.#noteTouched(owner);
    return super.touched(owner);
  }

  #noteTouched({ target }: Pick<MemberOwner, 'target'>): void {
    for (const { touched } of this.#watchers) touched.add(target);
  }

  /** Makes the next save write the parent of an object, although it was not moved. */
  noteParent(owner: MemberOwner): void {
    this.noteChanged(owner, this.parent, 'load');
    this.all.get(owner.target)!.values.delete(parentIndex);
  }

  /** Collects the objects that change until `end`; the caller may remove those that it has examined. */
  watch(): TouchedObjects & { end(): void } {
    const watcher: TouchedObjects = { touched: new Set(), gone: new Set() };
    this.#watchers.add(watcher);
    return { ...watcher, end: () => this.#watchers.delete(watcher) };
  }

  /** Notes that a path was reset to its captured default, so that a save removes it from the file. */
  noteReset(owner: MemberOwner, path: PathSegments): void {
    const saved = this.touched(owner);
    saved.noteReset(path);
    this.changed.add(saved);
  }

  /** Notes that a reset, by a user or not, cancelled a pending reference. */
  noteCancelled({ target }: Pick<MemberOwner, 'target'>, path: PathSegments, isByUser: boolean): void {
    const saved = this.all.get(target);
    if (saved === undefined) return;
    const how = isByUser ? { cancelledByUser: true } : { hasCancelled: true };
    saved.changeMarks((marks) => marks.noteCancelled(path, how));
  }

  /**
   * Notes that a user's writes cancelled pending references, so that a save writes the present values in any case.
   */
  noteDecided(owner: MemberOwner, paths: readonly PathSegments[]): void {
    if (paths.length === 0) return;
    const saved = this.touched(owner);
    saved.noteDecided(paths);
    this.changed.add(saved);
  }

  /** Removes the marks at a path and below it. */
  forgetMarks({ target }: Pick<MemberOwner, 'target'>, path: PathSegments): void {
    const saved = this.all.get(target);
    if (saved === undefined) return;
    saved.changeMarks((marks) => marks.forget(path));
    this.#noteTouched(saved.owner);
    this.update(saved);
  }

  /** True if an object has marks. */
  hasMarks({ target }: Pick<MemberOwner, 'target'>): boolean {
    return this.all.get(target)?.hasMarks ?? false;
  }

  /** Removes resets at a path that was written. */
  noteWritten({ target }: Pick<MemberOwner, 'target'>, path: PathSegments, isByUser: boolean): void {
    const saved = this.all.get(target);
    if (!saved?.hasMarks) return;
    saved.changeMarks((marks) => marks.written(path, isByUser));
    this.#noteTouched(saved.owner);
  }

  /** Moves marks with their elements after an array operation. */
  noteMoved(
    { target }: Pick<MemberOwner, 'target'>,
    array: PathSegments,
    moved: (index: number) => number | undefined,
  ): void {
    const saved = this.all.get(target);
    if (!saved?.hasMarks) return;
    saved.changeMarks((marks) => marks.movedElements(array, moved));
    this.#noteTouched(saved.owner);
  }

  /** Notes that a user has moved pending elements of an array, which values do not show. */
  noteRearranged(owner: MemberOwner, array: PathSegments, isRearranged: boolean): void {
    if (!isRearranged && !this.hasMarks(owner)) return;
    const saved = this.touched(owner);
    saved.noteRearranged(array, isRearranged);
    this.update(saved);
  }

  /** True if a user has decided, reset or moved anything that was pending. */
  get isAnyDecided(): boolean {
    for (const { isAnyDecided } of this.changed) if (isAnyDecided) return true;
    return false;
  }

  /** Returns the saved values of all members, by index. */
  membersOf(owner: MemberOwner): readonly unknown[] {
    return owner.class.members.map(({ index }) => this.of(owner, index));
  }

  /** Returns the indexes of the members that may differ from the captured defaults. */
  everChanged({ target }: Pick<MemberOwner, 'target'>): Indexes {
    return this.all.get(target)?.ever ?? noIndexes;
  }

  /**
   * Updates the saved state after a document was applied or begun. Values set only by engine code that the document
   * lacks are not saved; values set by others are added by the next save (DRT-15).
   */
  begin(beginning: Beginning): void {
    for (const saved of this.all.values()) {
      saved.begin(beginning);
      this.update(saved);
      this.#noteTouched(saved.owner);
    }
  }

  /** Returns the changes of an object that a save must examine; undefined if there are none. */
  changedObject(target: object): ChangedObject | undefined {
    const saved = this.all.get(target);
    return saved !== undefined && this.changed.has(saved) ? saved.asChanged : undefined;
  }

  override forget(target: object): () => void {
    for (const { gone } of this.#watchers) gone.add(target);
    return super.forget(target);
  }
}
