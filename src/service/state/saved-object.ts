import type { ChangeOrigin } from '../members/origin.js';
import type { MemberOwner, PathSegments } from '../objects/property-ref.js';
import { isArray, isNullable } from '../types/graph/kinds.js';
import { inlineElement } from '../types/graph/list-diff.js';
import { Baseline, type IndexOf, type MemberFilter, movedIndexes, type PendingCommit } from './baseline.js';
import { type Indexes, noIndexes } from './index-set.js';
import type { Mark } from './marks.js';
import { ObjectMarks } from './object-marks.js';
import type { Captures, TrackedMember } from './tracked-member.js';

/** An object that a save must examine. */
export interface ChangedObject {
  readonly owner: MemberOwner;
  /** Members that were changed since the file was last in sync, and those with marks. */
  readonly members: Indexes;
  readonly edited: Indexes;
  readonly marks: readonly Mark[];
}

/** How applying or beginning a document changes the saved state; see `SavedState.begin`. */
export interface Beginning {
  /** Selects the members that documents of its kind have. */
  readonly which: MemberFilter;
  /** Returns the members of an object that the document contains. */
  held(owner: MemberOwner): Indexes;
  /** True for an object without a file, whose differences from the defaults are added. */
  isNew(owner: MemberOwner): boolean;
}

/** The saved state of one object, and its changes since. */
export class SavedObject extends Baseline {
  /** Members that were ever changed, and may differ from the captured defaults. */
  ever = noIndexes;
  /** Those that anything other than engine code has ever changed. */
  everSet = noIndexes;
  /** Marks since the file was last in sync. */
  #marks: ObjectMarks | undefined;
  /** Marks taken by the save in progress; changes update them, in case the save fails. */
  #taken: ObjectMarks | undefined;

  override noteChanged(index: number, origin: ChangeOrigin): void {
    super.noteChanged(index, origin);
    this.ever = this.ever.with(index);
    if (origin !== 'host') this.everSet = this.everSet.with(index);
  }

  /** True if a save must examine the object. */
  override get isChanged(): boolean {
    return super.isChanged || this.#marks !== undefined;
  }

  /** The changes that a save must examine. */
  get asChanged(): ChangedObject {
    const { owner, changed, edited } = this;
    const marked = [...(this.#marks?.members ?? [])].flatMap((name) => owner.class.member(name)?.index ?? []);
    return { owner, members: changed.withAll(marked), edited, marks: this.#marks?.all ?? [] };
  }

  get hasMarks(): boolean {
    return this.#marks !== undefined || this.#taken !== undefined;
  }

  /** True if a user has decided, reset or moved anything that was pending. */
  get isAnyDecided(): boolean {
    return this.#marks?.isAnyDecided ?? false;
  }

  /** Notes that a path was reset to its captured default. */
  noteReset(path: PathSegments): void {
    this.#marksToChange.reset(path);
    this.#taken?.forget(path);
    this.#dropEmptyMarks();
  }

  /** Notes that writes cancelled pending references. */
  noteDecided(paths: readonly PathSegments[]): void {
    for (const path of paths) {
      this.#marksToChange.decided(path);
      this.#taken?.forget(path);
    }
    this.#dropEmptyMarks();
  }

  /** Notes that a user has moved pending elements of an array, or moved them back. */
  noteRearranged(array: PathSegments, isRearranged: boolean): void {
    if (isRearranged) this.#marksToChange.rearranged(array);
    else this.changeMarks((marks) => marks.restored(array));
  }

  /** Applies a change to all marks. */
  changeMarks(change: (marks: ObjectMarks) => void): void {
    if (this.#marks !== undefined) change(this.#marks);
    if (this.#taken !== undefined) change(this.#taken);
    this.#dropEmptyMarks();
  }

  /** The marks, created on demand. */
  get #marksToChange(): ObjectMarks {
    this.#marks ??= new ObjectMarks();
    return this.#marks;
  }

  #dropEmptyMarks(): void {
    if (this.#marks?.isEmpty) this.#marks = undefined;
    if (this.#taken?.isEmpty) this.#taken = undefined;
  }

  /** Updates the saved state after a document was applied or begun. */
  begin(beginning: Beginning): void {
    const { owner } = this;
    // Drops the marks of this document's members; those of other documents stay.
    this.changeMarks((marks) => void marks.split((name) => !this.#isOfOtherDocument(name, beginning)));
    const held = beginning.isNew(owner) ? undefined : beginning.held(owner);
    for (const index of this.ever) {
      const member = this.member(index);
      if (!beginning.which(owner, member)) continue;
      if (held !== undefined && this.#isInDocument(member, held)) {
        // An unchanged member has its saved value already.
        if (this.changed.has(index)) this.take(index);
      } else {
        this.values.delete(index);
        this.changed = this.changed.with(index);
      }
      this.edited = this.edited.without(index);
    }
  }

  #isOfOtherDocument(name: string, { which }: Beginning): boolean {
    const member = this.owner.class.member(name);
    return member !== undefined && !which(this.owner, member);
  }

  /** True if the document contains the member's value; otherwise the next save adds it. */
  #isInDocument(member: TrackedMember, held: Indexes): boolean {
    const { index } = member;
    if (this.everSet.has(index) && !held.has(index)) return false;
    // A load leaves unmentioned parts of a value unchanged, so a user's edits of them must be added.
    return !(this.edited.has(index) && isMerged(member) && isObject(member.read(this.owner.target)));
  }

  override beginSave(isSaved: MemberFilter, captures: Captures): PendingCommit {
    const { owner } = this;
    const { commit, rollback } = super.beginSave(isSaved, captures);
    this.#taken = this.#marks?.split((name) => {
      const member = owner.class.member(name);
      return member === undefined || isSaved(owner, member);
    });
    this.#dropEmptyMarks();
    return {
      commit: () => {
        commit();
        this.#taken = undefined;
      },
      rollback: () => {
        rollback();
        // The taken marks win: a later mark at the same path is `moved`, since the other kinds remove the taken one.
        if (this.#marks !== undefined) this.#taken?.merge(this.#marks);
        this.#marks = this.#taken ?? this.#marks;
        this.#taken = undefined;
      },
    };
  }

  override relink(indexOf: IndexOf): void {
    super.relink(indexOf);
    this.ever = movedIndexes(this.ever, indexOf);
    this.everSet = movedIndexes(this.everSet, indexOf);
  }
}

/** False for lists of values and of references, which a load replaces as a whole. */
function isMerged({ type }: Pick<TrackedMember, 'type'>): boolean {
  const inner = isNullable(type) ? type.inner : type;
  return !isArray(inner) || inlineElement(inner.element) !== undefined;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
