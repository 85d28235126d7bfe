import { failed } from '../common/application-code.js';
import { type ChangeOrigin, isEdit } from '../members/origin.js';
import type { MemberOwner } from '../objects/property-ref.js';
import { type Indexes, type IndexSet, noIndexes } from './index-set.js';
import { type Captures, captureOf, parentIndex, type TrackedMember } from './tracked-member.js';

/** Returns the new index of a member after its class was redefined; undefined if it was removed. */
export type IndexOf = (index: number) => number | undefined;

/** Maps member indexes to their new ones. */
export function movedIndexes(indexes: Indexes, indexOf: IndexOf): IndexSet {
  return noIndexes.withAll([...indexes].flatMap((index) => indexOf(index) ?? []));
}

/** Selects members of objects. */
export type MemberFilter = (owner: MemberOwner, member: TrackedMember) => boolean;

/** The changes of one object that a save in progress has marked as saved. */
export interface PendingCommit {
  /** Called after the save has succeeded. */
  commit(): void;
  /** Called after the save has failed: everything is as changed as before. */
  rollback(): void;
}

/** The values of one object at an earlier moment, and the members changed since. */
export class Baseline {
  readonly owner: MemberOwner;
  /** The pseudo member `@parent`. */
  readonly #parent: TrackedMember;
  /** Values that replace the captured defaults in this baseline, by member index. */
  values = new Map<number, unknown>();
  /** Members that were changed since, whatever the origin. */
  changed = noIndexes;
  /** The subset that a user has changed. */
  edited = noIndexes;

  constructor(owner: MemberOwner, parent: TrackedMember) {
    this.owner = owner;
    this.#parent = parent;
  }

  /** True if anything was changed since. */
  get isChanged(): boolean {
    return this.changed.size > 0;
  }

  /** Notes a change of a member, whatever its origin. */
  noteChanged(index: number, origin: ChangeOrigin): void {
    this.changed = this.changed.with(index);
    if (isEdit(origin)) this.edited = this.edited.with(index);
  }

  /** Returns a member by index, including `@parent`. */
  member(index: number): TrackedMember {
    return index === parentIndex ? this.#parent : this.owner.class.members[index]!;
  }

  /** Returns the member's index in the class that this baseline was created with; undefined if that class lacks it. */
  indexIn({ class: cls }: MemberOwner, { index, name }: TrackedMember): number | undefined {
    return this.owner.class === cls || index === parentIndex ? index : this.owner.class.member(name)?.index;
  }

  /** Moves the baseline of a member to its present value. */
  take(index: number): void {
    this.#capture(index);
    this.changed = this.changed.without(index);
    this.edited = this.edited.without(index);
  }

  /** Captures an unchanged member before a part of it changes, so that its other parts keep their baseline. */
  captureUnchanged(index: number): void {
    if (!this.values.has(index) && !this.changed.has(index)) this.#capture(index);
  }

  #capture(index: number): void {
    const member = this.member(index);
    const value = member.read(this.owner.target);
    if (value !== failed) this.values.set(index, member.type.capture(value));
  }

  /** Captures the members to save; `commit` makes them the baseline (DRT-8). */
  beginSave(isSaved: MemberFilter, captures: Captures): PendingCommit {
    const { owner, changed, edited } = this;
    const isSelected = (index: number) => isSaved(owner, this.member(index));
    const values = [...changed].filter(isSelected).flatMap((index) => {
      const value = captureOf(owner.target, this.member(index), captures);
      return value === failed ? [] : [[index, value] as const];
    });
    // Changes from here on are changes after the baseline.
    const taken = { changed: changed.filter(isSelected), edited: edited.filter(isSelected) };
    this.changed = changed.filter((index) => !isSelected(index));
    this.edited = edited.filter((index) => !isSelected(index));
    return {
      commit: () => {
        for (const [index, value] of values) this.values.set(index, value);
      },
      rollback: () => {
        this.changed = this.changed.withAll(taken.changed);
        this.edited = this.edited.withAll(taken.edited);
      },
    };
  }

  /** Moves members to new indexes after a class was redefined. */
  relink(indexOf: IndexOf): void {
    this.values = new Map(
      [...this.values].flatMap(([index, value]) => {
        const now = indexOf(index);
        return now === undefined ? [] : [[now, value] as const];
      }),
    );
    this.changed = movedIndexes(this.changed, indexOf);
    this.edited = movedIndexes(this.edited, indexOf);
  }
}
