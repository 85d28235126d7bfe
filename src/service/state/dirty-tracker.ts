import { failed } from '../common/application-code.js';
import type { ChangeOrigin } from '../members/writer.js';
import { type MemberOwner, notCaptured } from '../objects/property-ref.js';
import type { ExposedClass } from '../types/exposed-class.js';
import { type Patch, patchedSnapshot } from '../types/graph/composite-snapshot.js';
import type { ExposedObjectDefaultRegistry } from './defaults.js';
import { type IndexSet, noIndexes } from './index-set.js';
import { MemberValues } from './member-values.js';
import { type IndexOf, movedIndexes, movedValues } from './relinked.js';
import type { PendingCommit } from './saved-object.js';
import { type Captures, captureOf, parentIndex, type TrackedMember } from './tracked-member.js';

/** The user-change baseline of one object, and its changes since. */
class TrackedObject {
  readonly owner: MemberOwner;
  /** The user-change baseline where it differs from the captured defaults, by member index. */
  baseline = new MemberValues();
  /** Members that a user has written since the baseline was taken. */
  edited = noIndexes;
  /** Members that anybody has changed since the baseline was taken. */
  stale = noIndexes;

  constructor(owner: MemberOwner) {
    this.owner = owner;
  }

  /** Moves members to new indexes after a class was redefined. */
  relink(indexOf: IndexOf): void {
    this.baseline = movedValues(this.baseline, indexOf);
    this.edited = movedIndexes(this.edited, indexOf);
    this.stale = movedIndexes(this.stale, indexOf);
  }
}

/**
 * Tracks unsaved edits per object (service-spec.md, "Unsaved-change tracking"). Writes and resets by users count; those by
 * drivers, timelines, loads and the reset of all objects do not. Noting a write takes constant time, a query time in proportion to the
 * edited members.
 */
export class DirtyTracker {
  readonly #defaults: ExposedObjectDefaultRegistry;
  readonly #tracked = new Map<object, TrackedObject>();
  readonly #edited = new Set<TrackedObject>();
  readonly #stale = new Set<TrackedObject>();
  readonly #parent: TrackedMember;

  readonly #canBeSaved: (target: object) => boolean;

  /** @param canBeSaved true if files can name an object; other objects are never unsaved */
  constructor(
    defaults: ExposedObjectDefaultRegistry,
    parent: TrackedMember,
    canBeSaved: (target: object) => boolean,
  ) {
    this.#defaults = defaults;
    this.#parent = parent;
    this.#canBeSaved = canBeSaved;
  }

  /** Notes a change of a member by anybody. */
  noteChanged(owner: MemberOwner, member: TrackedMember, origin: ChangeOrigin): void {
    if (!member.isPersistable) return;
    let { index } = member;
    let state = this.#tracked.get(owner.target);
    if (state === undefined) {
      state = new TrackedObject({ target: owner.target, class: owner.class });
      this.#tracked.set(owner.target, state);
    }
    if (state.owner.class !== owner.class && index !== parentIndex) {
      // The object was first noted with another class; the member belongs to that one, or to none.
      const own = state.owner.class.member(owner.class.members[index]!.name);
      if (own === undefined) return;
      index = own.index;
    }
    state.stale = state.stale.with(index);
    this.#stale.add(state);
    if (origin === 'remote' || origin === 'user') {
      state.edited = state.edited.with(index);
      this.#edited.add(state);
    } else if (origin === 'reset') state.edited = state.edited.without(index);
  }

  /** Moves the tracked members to their new indexes after a class was redefined. */
  relink(cls: ExposedClass, before: readonly TrackedMember[]): void {
    const indexOf = (index: number) =>
      index === parentIndex ? index : cls.member(before[index]?.name ?? '')?.index;
    for (const state of this.#tracked.values()) if (state.owner.class === cls) state.relink(indexOf);
  }

  /** Forgets an object that is gone. @returns a function that undoes this */
  forget(target: object): () => void {
    const state = this.#tracked.get(target);
    if (state === undefined) return () => {};
    this.#tracked.delete(target);
    const isEdited = this.#edited.delete(state);
    const isStale = this.#stale.delete(state);
    return () => {
      this.#tracked.set(target, state);
      if (isEdited) this.#edited.add(state);
      if (isStale) this.#stale.add(state);
    };
  }

  /** Forgets everything; the present state becomes the initial one. */
  forgetAll(): void {
    this.#tracked.clear();
    this.#edited.clear();
    this.#stale.clear();
  }

  /** Returns the members that a user has left different from the user-change baseline (DRT-1 to 4). */
  dirtyMembers({ target }: Pick<MemberOwner, 'target'>): TrackedMember[] {
    const state = this.#tracked.get(target);
    return state === undefined ? [] : this.#dirtyOf(state);
  }

  /** Yields the saveable objects with dirty members. */
  *dirtyObjects(): Generator<{ owner: MemberOwner; members: TrackedMember[] }> {
    for (const state of this.#edited) {
      if (!this.#canBeSaved(state.owner.target)) continue;
      const members = this.#dirtyOf(state);
      if (members.length > 0) yield { owner: state.owner, members };
    }
  }

  /**
   * Yields the objects that a user has moved to another parent, which is a structural change and not a dirty
   * property.
   */
  *movedObjects(): Generator<MemberOwner> {
    for (const { owner } of this.#edited)
      if (this.#canBeSaved(owner.target) && this.isMoved(owner.target)) yield owner;
  }

  isMoved(target: object): boolean {
    const state = this.#tracked.get(target);
    if (state === undefined || !state.edited.has(parentIndex)) return false;
    const before = state.baseline.has(parentIndex)
      ? state.baseline.get(parentIndex)
      : this.#defaults.parentOf(target);
    return this.#parent.read(target) !== before;
  }

  get isAnyDirty(): boolean {
    return !this.dirtyObjects().next().done || !this.movedObjects().next().done;
  }

  /** Moves the user-change baseline to the present state; the defaults stay (DRT-5, DRT-6). */
  markClean({ target }: Pick<MemberOwner, 'target'>): void {
    const state = this.#tracked.get(target);
    if (state !== undefined) this.#markClean(state);
  }

  /**
   * Captures the baseline of a member before a pending value is set inside it, so that the rest keeps its
   * baseline.
   */
  captureBaseline(owner: MemberOwner, index: number): void {
    const state = this.#tracked.get(owner.target);
    if (state === undefined || state.baseline.has(index) || state.stale.has(index)) return;
    const member = this.#member(owner, index);
    const value = member.read(owner.target);
    if (value !== failed) state.baseline.set(index, member.type.capture(value));
  }

  /** Adds resolved pending values to the baseline of a member; the rest stays edited or not (DRT-17). */
  patch({ target, class: cls }: MemberOwner, index: number, patches: readonly Patch[]): void {
    const state = this.#tracked.get(target);
    if (state === undefined) return;
    const before = state.baseline.has(index)
      ? state.baseline.get(index)
      : this.#default({ target, class: cls }, index);
    state.baseline.set(index, patchedSnapshot(before, patches));
  }

  /** Moves the user-change baseline of a member to its present value. */
  markMemberClean({ target }: Pick<MemberOwner, 'target'>, index: number): void {
    const state = this.#tracked.get(target);
    if (state === undefined) return;
    this.#take(state, index);
    state.stale = state.stale.without(index);
    state.edited = state.edited.without(index);
    if (state.stale.size === 0) this.#stale.delete(state);
    if (state.edited.size === 0) this.#edited.delete(state);
  }

  markAllClean(): void {
    for (const state of [...this.#stale]) this.#markClean(state);
  }

  #markClean(state: TrackedObject): void {
    for (const index of state.stale) this.#take(state, index);
    state.stale = noIndexes;
    state.edited = noIndexes;
    this.#stale.delete(state);
    this.#edited.delete(state);
  }

  /** Makes the present value of a member its baseline. */
  #take({ owner, baseline }: TrackedObject, index: number): void {
    const member = this.#member(owner, index);
    const snapshot = member.type.capture(member.read(owner.target));
    if (snapshot !== failed) baseline.set(index, snapshot);
  }

  /** Returns the objects that anybody has changed since their baseline was taken. */
  staleTargets(): object[] {
    return [...this.#stale].map(({ owner }) => owner.target);
  }

  /** Captures the members to save; `commit` makes them the baseline after the save has succeeded (DRT-8). */
  beginSave(
    target: object,
    isSaved: (owner: MemberOwner, member: TrackedMember) => boolean,
    captures: Captures,
  ): PendingCommit | undefined {
    const state = this.#tracked.get(target);
    if (state === undefined || !this.#stale.has(state)) return undefined;
    const { owner } = state;
    const isSelected = (index: number) => isSaved(owner, this.#member(owner, index));
    const [edited, remainingEdited] = split(state.edited, isSelected);
    const [stale, remainingStale] = split(state.stale, isSelected);
    const values: (readonly [number, unknown])[] = [];
    for (const index of stale) {
      const value = captureOf(target, this.#member(owner, index), captures);
      if (value !== failed) values.push([index, value]);
    }
    // Changes from here on are changes after the baseline.
    state.edited = remainingEdited;
    state.stale = remainingStale;
    if (remainingEdited.size === 0) this.#edited.delete(state);
    if (remainingStale.size === 0) this.#stale.delete(state);
    return {
      commit: () => {
        for (const [index, value] of values) state.baseline.set(index, value);
      },
      rollback: () => {
        if (this.#tracked.get(target) !== state) return;
        state.edited = state.edited.withAll(edited);
        state.stale = state.stale.withAll(stale);
        if (state.edited.size > 0) this.#edited.add(state);
        this.#stale.add(state);
      },
    };
  }

  #dirtyOf({ owner, edited, baseline }: TrackedObject): TrackedMember[] {
    return [...edited]
      .filter((index) => index !== parentIndex)
      .sort((a, b) => a - b)
      .map((index) => this.#member(owner, index))
      .filter((member) => {
        const { index, type } = member;
        const value = member.read(owner.target);
        if (value === failed) return false;
        const before = baseline.has(index) ? baseline.get(index) : this.#default(owner, index);
        return before === notCaptured || !type.same(value, before);
      });
  }

  #member({ class: cls }: MemberOwner, index: number): TrackedMember {
    return index === parentIndex ? this.#parent : cls.members[index]!;
  }

  #default(owner: MemberOwner, index: number): unknown {
    if (index === parentIndex) return this.#defaults.parentOf(owner.target);
    const captured = this.#defaults.of(owner);
    return captured === undefined ? notCaptured : captured[index];
  }
}

function split(indexes: IndexSet, isSelected: (index: number) => boolean): [taken: IndexSet, left: IndexSet] {
  const taken = indexes.filter(isSelected);
  return [taken, indexes.filter((index) => !taken.has(index))];
}
