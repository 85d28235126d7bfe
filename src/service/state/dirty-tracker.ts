import type { ChangeOrigin } from '../access/writer.js';
import { failed } from '../application-code.js';
import { noBaseline } from '../objects/property-ref.js';
import type { ExposedClass } from '../types/exposed-class.js';
import { type Patch, patchedSnapshot } from '../types/graph/snapshot.js';
import type { Captured, ExposedObjectDefaultRegistry } from './defaults.js';
import { type Indexes, type IndexSet, noIndexes } from './index-set.js';
import { MemberValues } from './member-values.js';
import { type IndexOf, movedIndexes, movedValues } from './relinked.js';
import type { Taken } from './saved-object.js';
import {
  type AsItIs,
  asItIs,
  type Captures,
  captureOf,
  parentIndex,
  type TrackedMember,
} from './tracked-member.js';

/** What was captured beforehand of the members of an object as they are. */
export type CapturesOf = (target: object) => Captures | undefined;

const noCaptures: CapturesOf = () => undefined;

/** What is known of the changes of one object. */
export class ObjectBaseline {
  readonly unit: Captured;
  /** The user-change baseline where it differs from the captured defaults, by member index. */
  baseline = new MemberValues();
  /** Members that a user has written since the baseline was taken. */
  edited = noIndexes;
  /** Members that anybody has changed since the baseline was taken: it is old for them. */
  stale = noIndexes;

  constructor(unit: Captured) {
    this.unit = unit;
  }

  /** Members stand elsewhere: `indexOf` gives the new index of a former one, undefined for one that is gone. */
  relinked(indexOf: IndexOf): void {
    this.baseline = movedValues(this.baseline, indexOf);
    this.edited = movedIndexes(this.edited, indexOf);
    this.stale = movedIndexes(this.stale, indexOf);
  }
}

/**
 * Tracks unsaved edits per object (service-spec.md, "Unsaved-change tracking"). What a user writes counts; what drivers,
 * timelines, loads and resets set does not. A write is noted in constant time, and whether anything is unsaved is asked
 * of the edited members alone, never of the scene as a whole.
 */
export class DirtyTracker {
  readonly #defaults: ExposedObjectDefaultRegistry;
  #units = new Map<object, ObjectBaseline>();
  #edited = new Set<ObjectBaseline>();
  #stale = new Set<ObjectBaseline>();

  readonly #parent: TrackedMember;

  readonly #isNamed: (target: object) => boolean;

  /** `isNamed`: whether files can name an object. What they cannot keep is never unsaved. */
  constructor(
    defaults: ExposedObjectDefaultRegistry,
    parent: TrackedMember,
    isNamed: (target: object) => boolean,
  ) {
    this.#defaults = defaults;
    this.#parent = parent;
    this.#isNamed = isNamed;
  }

  /** Notes a change of a member, whoever made it. */
  noteChanged(unit: Captured, member: TrackedMember, origin: ChangeOrigin): void {
    if (!member.isPersistable) return;
    let { index } = member;
    let state = this.#units.get(unit.target);
    if (state === undefined) {
      state = new ObjectBaseline({ target: unit.target, class: unit.class });
      this.#units.set(unit.target, state);
    }
    if (state.unit.class !== unit.class && index !== parentIndex) {
      // It was noted as of another class first: of that one, or of none, it is a member.
      const own = state.unit.class.member(unit.class.members[index]!.name);
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

  /** After a class was defined anew: what is known of members stays with those that have their names. */
  relinked(cls: ExposedClass, before: readonly TrackedMember[]): void {
    const indexOf = (index: number) =>
      index === parentIndex ? index : cls.member(before[index]?.name ?? '')?.index;
    for (const state of this.#units.values()) if (state.unit.class === cls) state.relinked(indexOf);
  }

  /** Forgets an object that is gone. @returns remembers it again */
  forget(target: object): () => void {
    const state = this.#units.get(target);
    if (state === undefined) return () => {};
    this.#units.delete(target);
    const isEdited = this.#edited.delete(state);
    const isStale = this.#stale.delete(state);
    return () => {
      this.#units.set(target, state);
      if (isEdited) this.#edited.add(state);
      if (isStale) this.#stale.add(state);
    };
  }

  /** Forgets everything: the present state is that of the start. */
  forgetAll(): void {
    this.#units.clear();
    this.#edited.clear();
    this.#stale.clear();
  }

  /** The members of an object that a user has left different from the user-change baseline (DRT-1 to 4). */
  dirtyMembers({ target }: Pick<Captured, 'target'>): TrackedMember[] {
    const state = this.#units.get(target);
    return state === undefined ? [] : this.#dirtyOf(state);
  }

  /** All objects with dirty members that files can name. */
  *dirtyUnits(): Generator<{ unit: Captured; members: TrackedMember[] }> {
    for (const state of this.#edited) {
      if (!this.#isNamed(state.unit.target)) continue;
      const members = this.#dirtyOf(state);
      if (members.length > 0) yield { unit: state.unit, members };
    }
  }

  /** All objects that a user has left with another parent; that is a change of the scene and no dirty property. */
  *movedUnits(): Generator<Captured> {
    for (const { unit } of this.#edited)
      if (this.#isNamed(unit.target) && this.isMoved(unit.target)) yield unit;
  }

  isMoved(target: object): boolean {
    const state = this.#units.get(target);
    if (state === undefined || !state.edited.has(parentIndex)) return false;
    const before = state.baseline.has(parentIndex)
      ? state.baseline.get(parentIndex)
      : this.#defaults.parentOf(target);
    return this.#parent.read(target) !== before;
  }

  get isAnyDirty(): boolean {
    return !this.dirtyUnits().next().done || !this.movedUnits().next().done;
  }

  /** Takes the present state of an object as its user-change baseline; the defaults stay (DRT-5, DRT-6). */
  markClean({ target }: Pick<Captured, 'target'>, capturesOf = noCaptures): void {
    const state = this.#units.get(target);
    if (state !== undefined) this.#rebaseline(state, undefined, capturesOf(target)).commit();
  }

  /** Before something that waited is put into a place of a member: the rest of it keeps its baseline. */
  own(unit: Captured, index: number): void {
    const state = this.#units.get(unit.target);
    if (state === undefined || state.baseline.has(index) || state.stale.has(index)) return;
    const member = this.#member(unit, index);
    const value = member.read(unit.target);
    if (value !== failed) state.baseline.set(index, member.type.capture(value));
  }

  /** What waited has come: those places of a member are no edits, the rest of it stays as edited as it was (DRT-17). */
  patch({ target, class: cls }: Captured, index: number, patches: readonly Patch[]): void {
    const state = this.#units.get(target);
    if (state === undefined) return;
    const before = state.baseline.has(index)
      ? state.baseline.get(index)
      : this.#default({ target, class: cls }, index);
    state.baseline.set(index, patchedSnapshot(before, patches));
  }

  /** Takes the present value of a member as its user-change baseline. */
  markMemberClean({ target }: Pick<Captured, 'target'>, index: number): void {
    const state = this.#units.get(target);
    if (state === undefined) return;
    const member = this.#member(state.unit, index);
    const value = member.read(target);
    if (value !== failed) state.baseline.set(index, member.type.capture(value));
    state.stale = state.stale.without(index);
    state.edited = state.edited.without(index);
    if (state.stale.size === 0) this.#stale.delete(state);
    if (state.edited.size === 0) this.#edited.delete(state);
  }

  markAllClean(capturesOf = noCaptures): void {
    for (const state of [...this.#stale])
      this.#rebaseline(state, undefined, capturesOf(state.unit.target)).commit();
  }

  /**
   * What taking its present state as the baseline will make of an object, worked out beforehand. It is as it will be then.
   * @param changed members that are changed before that
   * @returns what is known of it then, `asItIs` where that is what is known now; undefined where it cannot be worked out
   */
  foresee(
    unit: Captured,
    changed: readonly number[],
    captures: Captures,
  ): ObjectBaseline | AsItIs | undefined {
    const present = this.#units.get(unit.target);
    if (present !== undefined && present.unit.class !== unit.class) return undefined;
    const isClean = present === undefined || (present.stale.size === 0 && present.edited.size === 0);
    if (isClean && changed.length === 0) return asItIs;
    const next = new ObjectBaseline({ target: unit.target, class: unit.class });
    if (present !== undefined) next.baseline = present.baseline.copy();
    for (const index of (present?.stale ?? noIndexes).withAll(changed)) {
      const snapshot = captureOf(unit.target, this.#member(unit, index), captures);
      if (snapshot !== failed) next.baseline.set(index, snapshot);
    }
    return next;
  }

  /** What is known of all objects once `foreseen` is known of some of them, put together in steps. */
  *foresight(
    foreseen: ReadonlyMap<object, ObjectBaseline>,
    perStep: number,
  ): Generator<number, Map<object, ObjectBaseline>> {
    const all = new Map<object, ObjectBaseline>();
    for (const [target, state] of this.#units) {
      all.set(target, foreseen.get(target) ?? state);
      if (all.size % perStep === 0) yield 0.5;
    }
    for (const [target, state] of foreseen) {
      all.set(target, state);
      if (all.size % perStep === 0) yield 0.5;
    }
    return all;
  }

  /** Takes what was foreseen as what is known. @param others objects that have changed since: of these it stays what it is */
  adopt(foreseen: Map<object, ObjectBaseline>, others: Iterable<object>): void {
    for (const target of others) {
      const state = this.#units.get(target);
      if (state === undefined) foreseen.delete(target);
      else foreseen.set(target, state);
    }
    const isStill = (state: ObjectBaseline) => foreseen.get(state.unit.target) === state;
    this.#units = foreseen;
    this.#edited = new Set([...this.#edited].filter(isStill));
    this.#stale = new Set([...this.#stale].filter(isStill));
  }

  /** The objects that anybody has changed since their baseline was taken. */
  staleTargets(): object[] {
    return [...this.#stale].map(({ unit }) => unit.target);
  }

  /** The members of an object that anybody has changed since their baseline was taken. */
  staleMembers({ target }: Pick<Captured, 'target'>): Indexes {
    return this.#units.get(target)?.stale ?? noIndexes;
  }

  /** Takes the present state of those members of an object as their baseline, once a save has succeeded (DRT-8). */
  beginSave(
    target: object,
    isSaved: (unit: Captured, member: TrackedMember) => boolean,
    captures: Captures,
  ): Taken | undefined {
    const state = this.#units.get(target);
    if (state === undefined || !this.#stale.has(state)) return undefined;
    return this.#rebaseline(state, isSaved, captures);
  }

  #rebaseline(
    state: ObjectBaseline,
    isTaken: (unit: Captured, member: TrackedMember) => boolean = () => true,
    captures: Captures = new MemberValues(),
  ): Taken {
    const { unit } = state;
    const { target } = unit;
    const [edited, editedStill] = split(state.edited, (index) => isTaken(unit, this.#member(unit, index)));
    const [stale, staleStill] = split(state.stale, (index) => isTaken(unit, this.#member(unit, index)));
    const values: (readonly [number, unknown])[] = [];
    for (const index of stale) {
      const value = captureOf(target, this.#member(unit, index), captures);
      if (value !== failed) values.push([index, value]);
    }
    // What changes from here on changes after the baseline.
    state.edited = editedStill;
    state.stale = staleStill;
    if (editedStill.size === 0) this.#edited.delete(state);
    if (staleStill.size === 0) this.#stale.delete(state);
    return {
      commit: () => {
        for (const [index, value] of values) state.baseline.set(index, value);
      },
      rollback: () => {
        if (this.#units.get(target) !== state) return;
        state.edited = state.edited.withAll(edited);
        state.stale = state.stale.withAll(stale);
        if (state.edited.size > 0) this.#edited.add(state);
        this.#stale.add(state);
      },
    };
  }

  #dirtyOf({ unit, edited, baseline }: ObjectBaseline): TrackedMember[] {
    return [...edited]
      .filter((index) => index !== parentIndex)
      .sort((a, b) => a - b)
      .map((index) => this.#member(unit, index))
      .filter((member) => {
        const { index, type } = member;
        const value = member.read(unit.target);
        if (value === failed) return false;
        const before = baseline.has(index) ? baseline.get(index) : this.#default(unit, index);
        return before === noBaseline || !type.same(value, before);
      });
  }

  #member({ class: cls }: Captured, index: number): TrackedMember {
    return index === parentIndex ? this.#parent : cls.members[index]!;
  }

  #default(unit: Captured, index: number): unknown {
    if (index === parentIndex) return this.#defaults.parentOf(unit.target);
    const captured = this.#defaults.of(unit);
    return captured === undefined ? noBaseline : captured[index];
  }
}

function split(indexes: IndexSet, isTaken: (index: number) => boolean): [taken: IndexSet, left: IndexSet] {
  const taken = indexes.filter(isTaken);
  return [taken, indexes.filter((index) => !taken.has(index))];
}
