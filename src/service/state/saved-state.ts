import { failed } from '../common/application-code.js';
import type { ChangeOrigin } from '../members/origin.js';
import { type MemberOwner, notCaptured, type PathSegments } from '../objects/property-ref.js';
import type { ExposedClass } from '../types/exposed-class.js';
import { type Patch, patchedSnapshot } from '../types/graph/composite-snapshot.js';
import type { ExposedObjectDefaultRegistry } from './defaults.js';
import { type Indexes, noIndexes } from './index-set.js';
import {
  type Beginning,
  type ChangedObject,
  type MemberFilter,
  type PendingCommit,
  SavedObject,
} from './saved-object.js';
import { type Captures, parentIndex, type TrackedMember } from './tracked-member.js';

/** Objects that were changed, and those that were forgotten. */
export interface TouchedObjects {
  readonly touched: Set<object>;
  readonly gone: Set<object>;
}

/**
 * The saved state of each object: its values when it was last loaded or saved, or its captured defaults.
 * Saves write the differences from it. `markClean` does not change it (DRT-6).
 */
export class SavedState {
  readonly #defaults: ExposedObjectDefaultRegistry;
  readonly #parent: TrackedMember;
  readonly #objects = new Map<object, SavedObject>();
  readonly #changed = new Set<SavedObject>();
  /** Watchers of changed and forgotten objects. */
  readonly #watchers = new Set<TouchedObjects>();
  /** The number of changes so far. */
  #clock = 0;
  /** The clock of the last change that may concern all objects. */
  #allChangedAt = 0;

  /** `parent`: the pseudo member `@parent`. */
  constructor(defaults: ExposedObjectDefaultRegistry, parent: TrackedMember) {
    this.#defaults = defaults;
    this.#parent = parent;
  }

  /** Notes a change of a member by anybody. */
  noteChanged(owner: MemberOwner, member: TrackedMember, origin: ChangeOrigin): void {
    if (!member.isPersistable) return;
    const saved = this.#touched(owner);
    const index = saved.indexIn(owner, member);
    if (index === undefined) return;
    saved.noteChanged(index, origin !== 'host');
    if (origin === 'remote' || origin === 'user') saved.edited = saved.edited.with(index);
    this.#changed.add(saved);
  }

  /** Makes the next save write the parent of an object, although nobody has moved it. */
  noteParent(owner: MemberOwner): void {
    this.noteChanged(owner, this.#parent, 'load');
    this.#of(owner).baseline.delete(parentIndex);
  }

  /** Collects the objects that change until `end`; the caller may remove those that it has examined. */
  watch(): TouchedObjects & { end(): void } {
    const watcher: TouchedObjects = { touched: new Set(), gone: new Set() };
    this.#watchers.add(watcher);
    return { ...watcher, end: () => this.#watchers.delete(watcher) };
  }

  get clock(): number {
    return this.#clock;
  }

  /** True if an object has not changed since `clock`. */
  isUnchangedSince({ target }: Pick<MemberOwner, 'target'>, clock: number): boolean {
    return this.#allChangedAt <= clock && (this.#objects.get(target)?.changedAt ?? 0) <= clock;
  }

  /** Notes that a path was reset to its captured default, so that a save removes it from the file. */
  noteReset(owner: MemberOwner, path: PathSegments): void {
    const saved = this.#touched(owner);
    saved.noteReset(path);
    this.#changed.add(saved);
  }

  /** Notes that a reset, by a user or not, cancelled a pending reference. */
  noteCancelled({ target }: Pick<MemberOwner, 'target'>, path: PathSegments, isByUser: boolean): void {
    const saved = this.#objects.get(target);
    if (saved === undefined) return;
    const how = isByUser ? { cancelledByUser: true } : { hasCancelled: true };
    saved.changeMarks((marks) => marks.noteCancelled(path, how));
  }

  /**
   * Notes that a user's writes cancelled pending references, so that a save writes the present values in any case.
   */
  noteDecided(owner: MemberOwner, paths: readonly PathSegments[]): void {
    if (paths.length === 0) return;
    const saved = this.#touched(owner);
    saved.noteDecided(paths);
    this.#changed.add(saved);
  }

  /** Removes the marks at a path and below it. */
  forgetMarks({ target }: Pick<MemberOwner, 'target'>, path: PathSegments): void {
    const saved = this.#objects.get(target);
    if (saved === undefined) return;
    saved.changeMarks((marks) => marks.forget(path));
    this.#touch(saved);
    this.#updateChanged(saved);
  }

  /** True if an object has marks. */
  hasMarks({ target }: Pick<MemberOwner, 'target'>): boolean {
    return this.#objects.get(target)?.hasMarks ?? false;
  }

  /** Removes resets at a path that was written. */
  noteWritten({ target }: Pick<MemberOwner, 'target'>, path: PathSegments, isByUser: boolean): void {
    const saved = this.#objects.get(target);
    if (!saved?.hasMarks) return;
    saved.changeMarks((marks) => marks.written(path, isByUser));
    this.#touch(saved);
  }

  /** Moves marks with their elements after an array operation. */
  noteMoved(
    { target }: Pick<MemberOwner, 'target'>,
    array: PathSegments,
    moved: (index: number) => number | undefined,
  ): void {
    const saved = this.#objects.get(target);
    if (!saved?.hasMarks) return;
    saved.changeMarks((marks) => marks.movedElements(array, moved));
    this.#touch(saved);
  }

  /** Notes that a user has moved pending elements of an array, which values do not show. */
  noteRearranged(owner: MemberOwner, array: PathSegments, isRearranged: boolean): void {
    if (!isRearranged && !this.hasMarks(owner)) return;
    const saved = this.#touched(owner);
    saved.noteRearranged(array, isRearranged);
    this.#updateChanged(saved);
  }

  /** True if a user has decided, reset or moved anything that was pending. */
  get isAnyDecided(): boolean {
    for (const { isAnyDecided } of this.#changed) if (isAnyDecided) return true;
    return false;
  }

  /** Returns the saved value of a member; `notCaptured` if it is unknown. */
  of(owner: MemberOwner, index: number): unknown {
    const saved = this.#objects.get(owner.target);
    if (saved?.baseline.has(index)) return saved.baseline.get(index);
    if (index === parentIndex) return this.#defaults.parentOf(owner.target);
    const captured = this.#defaults.of(owner);
    return captured === undefined ? notCaptured : captured[index];
  }

  /** Returns the saved values of all members, by index. */
  membersOf(owner: MemberOwner): readonly unknown[] {
    return owner.class.members.map(({ index }) => this.of(owner, index));
  }

  /** Returns the indexes of the members that may differ from the captured defaults. */
  everChanged({ target }: Pick<MemberOwner, 'target'>): Indexes {
    return this.#objects.get(target)?.ever ?? noIndexes;
  }

  /**
   * Updates the saved state after a document was applied or begun. Values set only by engine code that the document
   * lacks are not saved; values set by others are added by the next save (DRT-15).
   */
  begin(beginning: Beginning): void {
    for (const [target, saved] of this.#objects) {
      saved.begin(beginning);
      this.#updateChanged(saved);
      for (const { touched } of this.#watchers) touched.add(target);
    }
  }

  /** Marks the present value of a member as saved. */
  take(owner: MemberOwner, index: number): void {
    const saved = this.#touched(owner);
    saved.take(index);
    this.#updateChanged(saved);
  }

  /**
   * Captures the saved value of a member before a pending value is set inside it, so that the rest keeps its
   * state.
   */
  captureBaseline(owner: MemberOwner, index: number): void {
    const saved = this.#touched(owner);
    if (saved.baseline.has(index) || saved.changed.has(index)) return;
    const member = saved.member(index);
    const value = member.read(owner.target);
    if (value !== failed) saved.baseline.set(index, member.type.capture(value));
  }

  /** Marks resolved pending values inside a member as saved; the rest stays changed or not. */
  patch(owner: MemberOwner, index: number, patches: readonly Patch[], wasChanged: boolean): void {
    const saved = this.#touched(owner);
    const before = this.of(owner, index);
    saved.baseline.set(index, patchedSnapshot(before, patches));
    if (!wasChanged) saved.changed = saved.changed.without(index);
    this.#updateChanged(saved);
  }

  isChanged({ target }: Pick<MemberOwner, 'target'>, index: number): boolean {
    return this.#objects.get(target)?.changed.has(index) ?? false;
  }

  /** Returns the members that anybody has changed since the file was last in sync. */
  changedMembers({ target }: Pick<MemberOwner, 'target'>): Indexes {
    return this.#objects.get(target)?.changed ?? noIndexes;
  }

  /** Returns the changes of an object that a save must examine; undefined if there are none. */
  changedObject(target: object): ChangedObject | undefined {
    const saved = this.#objects.get(target);
    return saved !== undefined && this.#changed.has(saved) ? saved.asChanged : undefined;
  }

  /** Returns the objects that a save must examine. */
  changedTargets(): object[] {
    return [...this.#changed].map(({ owner }) => owner.target);
  }

  /** Captures the members to save; `commit` makes them the saved state. */
  beginSave(target: object, isSaved: MemberFilter, captures: Captures): PendingCommit | undefined {
    const saved = this.#objects.get(target);
    if (saved === undefined || !this.#changed.has(saved)) return undefined;
    const taken = saved.beginSave(isSaved, captures);
    this.#updateChanged(saved);
    return {
      commit: taken.commit,
      rollback: () => {
        if (this.#objects.get(target) !== saved) return;
        taken.rollback();
        this.#updateChanged(saved);
      },
    };
  }

  /** Moves the tracked members to their new indexes after a class was redefined. */
  relink(cls: ExposedClass, before: readonly TrackedMember[]): void {
    this.#allChangedAt = ++this.#clock;
    const indexOf = (index: number) =>
      index === parentIndex ? index : cls.member(before[index]?.name ?? '')?.index;
    for (const saved of this.#objects.values()) {
      if (saved.owner.class !== cls) continue;
      saved.relink(indexOf);
      this.#touch(saved);
    }
  }

  /** Forgets an object that is gone. @returns a function that undoes this */
  forget(target: object): () => void {
    for (const { gone } of this.#watchers) gone.add(target);
    const saved = this.#objects.get(target);
    if (saved === undefined) return () => {};
    this.#objects.delete(target);
    const isChanged = this.#changed.delete(saved);
    return () => {
      this.#objects.set(target, saved);
      if (isChanged) this.#changed.add(saved);
    };
  }

  /** Forgets everything; the present state becomes the initial one. */
  forgetAll(): void {
    this.#objects.clear();
    this.#changed.clear();
  }

  #touched(owner: MemberOwner): SavedObject {
    const saved = this.#of(owner);
    this.#touch(saved);
    return saved;
  }

  #touch(saved: SavedObject): void {
    saved.changedAt = ++this.#clock;
    for (const { touched } of this.#watchers) touched.add(saved.owner.target);
  }

  #of(owner: MemberOwner): SavedObject {
    let saved = this.#objects.get(owner.target);
    if (saved === undefined) {
      saved = this.#create(owner);
      this.#objects.set(owner.target, saved);
    }
    return saved;
  }

  #create({ target, class: cls }: MemberOwner): SavedObject {
    return new SavedObject({ target, class: cls }, this.#parent);
  }

  #updateChanged(saved: SavedObject): void {
    if (saved.isChanged) this.#changed.add(saved);
    else this.#changed.delete(saved);
  }
}
