import { failed } from '../application-code.js';
import type { Steps } from '../objects/property-ref.js';
import { isArray, isNullable } from '../types/graph/kinds.js';
import { inlineElement } from '../types/graph/list-diff.js';
import type { Captured } from './defaults.js';
import { type Indexes, noIndexes } from './index-set.js';
import type { Mark } from './marks.js';
import { MemberValues } from './member-values.js';
import { ObjectMarks } from './object-marks.js';
import { type IndexOf, movedIndexes, movedValues } from './relinked.js';
import { type Captures, captureOf, parentIndex, type TrackedMember } from './tracked-member.js';

/** An object that a save has to look at. */
export interface ChangedUnit {
  readonly unit: Captured;
  /** Members that anybody has changed since files were in step, and those with marks. */
  readonly members: Indexes;
  readonly edited: Indexes;
  readonly marks: readonly Mark[];
}

/** Members of objects, one by one. */
export type WhichMembers = (unit: Captured, member: TrackedMember) => boolean;

/** What a document that is applied, or begun, makes of objects: `SavedState.begin` has the meanings. */
export interface Beginning {
  readonly which: WhichMembers;
  readonly holds: WhichMembers;
  readonly isNew: WhichMembers;
}

/** What of an object is taken as saved while a save is under way. */
export interface Taken {
  /** The save has succeeded. */
  commit(): void;
  /** It has not: everything is as changed as before. */
  rollback(): void;
}

/** What files say of one object, and what was changed since. */
export class SavedObject {
  readonly unit: Captured;
  /** The pseudo member `@parent`. */
  readonly #parent: TrackedMember;
  /** What files say, where that is not the captured default, by member index. */
  baseline: MemberValues;
  /** Members that anybody has changed since files were in step. */
  changed = noIndexes;
  /** Of those, the members that a user has changed. */
  edited = noIndexes;
  /** Members that anybody has ever changed: what may differ from the captured defaults. */
  ever = noIndexes;
  /** Of those, the members that not only engine code has changed. */
  everSet = noIndexes;
  /** When anything of it changed last, by the clock of changes. */
  changedAt = 0;
  /** Places that were reset, or written while they waited, since files were in step. */
  #marks: ObjectMarks | undefined;
  /** Those that a save which is under way has taken: should they come back, it is as what has happened since makes of them. */
  #taken: ObjectMarks | undefined;

  constructor(unit: Captured, parent: TrackedMember, baseline = new MemberValues()) {
    this.unit = unit;
    this.#parent = parent;
    this.baseline = baseline;
  }

  copy(): SavedObject {
    const copy = new SavedObject(this.unit, this.#parent, this.baseline.copy());
    copy.changed = this.changed;
    copy.edited = this.edited;
    copy.ever = this.ever;
    copy.everSet = this.everSet;
    copy.#marks = this.#marks?.copy();
    return copy;
  }

  /** Anybody has changed a member. */
  noteChanged(index: number, isSet: boolean): void {
    this.changed = this.changed.with(index);
    this.ever = this.ever.with(index);
    if (isSet) this.everSet = this.everSet.with(index);
  }

  /** Whether a save has to look at it. */
  get isChanged(): boolean {
    return this.changed.size > 0 || this.#marks !== undefined;
  }

  /** What a save has to look at. */
  get asChanged(): ChangedUnit {
    const { unit, changed, edited } = this;
    const marked = [...(this.#marks?.members ?? [])].flatMap((name) => unit.class.member(name)?.index ?? []);
    return { unit, members: changed.withAll(marked), edited, marks: this.#marks?.all ?? none };
  }

  /** A member by its index, `@parent` among them. */
  member(index: number): TrackedMember {
    return index === parentIndex ? this.#parent : this.unit.class.members[index]!;
  }

  /** It may have been noted as of another class first: of that one, or of none, it is a member. */
  indexIn({ class: cls }: Captured, { index, name }: TrackedMember): number | undefined {
    return this.unit.class === cls || index === parentIndex ? index : this.unit.class.member(name)?.index;
  }

  get hasMarks(): boolean {
    return this.#marks !== undefined || this.#taken !== undefined;
  }

  /** Whether a user has decided on something that waited, reset it, or moved it. */
  get isAnyDecided(): boolean {
    return this.#marks?.isAnyDecided ?? false;
  }

  /** A place was set back to its captured default. */
  noteReset(path: Steps): void {
    this.#noted.reset(path);
    this.#taken?.forget(path);
    this.#sortMarks();
  }

  /** Places were written that waited for something. */
  noteDecided(paths: readonly Steps[]): void {
    for (const path of paths) {
      this.#noted.decided(path);
      this.#taken?.forget(path);
    }
    this.#sortMarks();
  }

  /** A user has put elements of an array that wait elsewhere in it, or back. */
  noteRearranged(array: Steps, isRearranged: boolean): void {
    if (isRearranged) this.#noted.rearranged(array);
    else this.changeMarks((marks) => marks.restored(array));
  }

  /** Something has happened that makes others of the marks. */
  changeMarks(change: (marks: ObjectMarks) => void): void {
    if (this.#marks !== undefined) change(this.#marks);
    if (this.#taken !== undefined) change(this.#taken);
    this.#sortMarks();
  }

  /** To note one in. */
  get #noted(): ObjectMarks {
    this.#marks ??= new ObjectMarks();
    return this.#marks;
  }

  #sortMarks(): void {
    if (this.#marks?.isEmpty) this.#marks = undefined;
    if (this.#taken?.isEmpty) this.#taken = undefined;
  }

  /** Takes the present value of a member as what files say. */
  take(index: number, captures: Captures = new MemberValues()): void {
    const snapshot = captureOf(this.unit.target, this.member(index), captures);
    if (snapshot !== failed) this.baseline.set(index, snapshot);
    this.changed = this.changed.without(index);
    this.edited = this.edited.without(index);
  }

  /** A document has been applied, or begun. */
  begin(beginning: Beginning, captures: Captures = new MemberValues()): void {
    this.changeMarks((marks) => void marks.split((name) => !this.#isOfOthers(name, beginning)));
    for (const index of this.ever) {
      const member = this.member(index);
      if (!beginning.which(this.unit, member)) continue;
      if (this.#isSaid(member, beginning)) {
        // What has not changed is as files say already.
        if (this.changed.has(index)) this.take(index, captures);
      } else {
        this.baseline.delete(index);
        this.changed = this.changed.with(index);
      }
      this.edited = this.edited.without(index);
    }
  }

  /** Whether it is already as `begin` would make it. */
  isBegun(beginning: Beginning): boolean {
    for (const name of this.#marks?.members ?? []) if (!this.#isOfOthers(name, beginning)) return false;
    for (const index of this.ever) {
      const member = this.member(index);
      if (!beginning.which(this.unit, member)) continue;
      const isChanged = this.changed.has(index);
      const isAsSaid = this.#isSaid(member, beginning) ? !isChanged : isChanged && !this.baseline.has(index);
      if (this.edited.has(index) || !isAsSaid) return false;
    }
    return true;
  }

  #isOfOthers(name: string, { which }: Beginning): boolean {
    const member = this.unit.class.member(name);
    return member !== undefined && !which(this.unit, member);
  }

  /** Whether files say what a member is once a document is applied, or begun; else the next save does. */
  #isSaid(member: TrackedMember, { holds, isNew }: Beginning): boolean {
    const { unit } = this;
    const { index } = member;
    if (isNew(unit, member) || !(holds(unit, member) || !this.everSet.has(index))) return false;
    // A load leaves the parts of a value that the file does not mention: what a user has made of them is to be added.
    return !(this.edited.has(index) && isMerged(member) && isObject(member.read(unit.target)));
  }

  /** Takes the present state of those members as what files say, once a save has succeeded. */
  beginSave(isSaved: WhichMembers, captures: Captures): Taken {
    const { unit, changed, edited } = this;
    const values: (readonly [number, unknown])[] = [];
    const isTaken = (index: number) => isSaved(unit, this.member(index));
    for (const index of changed) {
      if (!isTaken(index)) continue;
      const value = captureOf(unit.target, this.member(index), captures);
      if (value !== failed) values.push([index, value]);
    }
    this.changed = changed.filter((index) => !isTaken(index));
    this.edited = edited.filter((index) => !isTaken(index));
    this.#taken = this.#marks?.split((name) => {
      const member = unit.class.member(name);
      return member === undefined || isSaved(unit, member);
    });
    this.#sortMarks();
    return {
      commit: () => {
        for (const [index, value] of values) this.baseline.set(index, value);
        this.#taken = undefined;
      },
      rollback: () => {
        this.changed = this.changed.withAll(changed);
        this.edited = this.edited.withAll(edited);
        if (this.#taken !== undefined) this.#noted.merge(this.#taken);
        this.#taken = undefined;
      },
    };
  }

  relinked(indexOf: IndexOf): void {
    this.baseline = movedValues(this.baseline, indexOf);
    this.changed = movedIndexes(this.changed, indexOf);
    this.edited = movedIndexes(this.edited, indexOf);
    this.ever = movedIndexes(this.ever, indexOf);
    this.everSet = movedIndexes(this.everSet, indexOf);
  }
}

const none: readonly Mark[] = [];

/** False for lists of values and of references: a load sets them as a whole. */
function isMerged({ type }: Pick<TrackedMember, 'type'>): boolean {
  const inner = isNullable(type) ? type.inner : type;
  return !isArray(inner) || inlineElement(inner.element) !== undefined;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
