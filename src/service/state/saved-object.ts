import { failed } from '../application-code.js';
import type { Steps } from '../objects/property-ref.js';
import { inlineElement } from '../types/graph/align.js';
import { isArray, isNullable } from '../types/graph/kinds.js';
import type { Captured } from './defaults.js';
import { type Indexes, IndexSet } from './index-set.js';
import { isAnyAtOrAbove, isAtOrAbove, type Mark, marksAfterReset, placeKey } from './marks.js';
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
  baseline = new Map<number, unknown>();
  /** Members that anybody has changed since files were in step. */
  changed = new IndexSet();
  /** Of those, the members that a user has changed. */
  edited = new IndexSet();
  /** Members that anybody has ever changed: what may differ from the captured defaults. */
  ever = new IndexSet();
  /** Of those, the members that not only engine code has changed. */
  everSet = new IndexSet();
  /** When anything of it changed last, by the clock of changes. */
  changedAt = 0;
  /** Places that were reset, or written while they waited, since files were in step. */
  marks: readonly Mark[] = [];
  /** Those that a save which is under way has taken: should they come back, it is as what has happened since makes of them. */
  #taken: readonly Mark[] = [];

  constructor({ target, class: cls }: Captured, parent: TrackedMember) {
    this.unit = { target, class: cls };
    this.#parent = parent;
  }

  copy(): SavedObject {
    const copy = new SavedObject(this.unit, this.#parent);
    copy.baseline = new Map(this.baseline);
    for (const name of ['changed', 'edited', 'ever', 'everSet'] as const)
      copy[name] = new IndexSet(this[name]);
    copy.marks = this.marks;
    return copy;
  }

  /** Whether `begin` has left a copy as this is. */
  isAs({ baseline, changed, edited, marks }: SavedObject): boolean {
    const isSame = (one: Indexes, other: Indexes) =>
      one.size === other.size && [...one].every((index) => other.has(index));
    // What is taken is changed no more, so that of the rest the size tells.
    const isOfSize = this.baseline.size === baseline.size && this.marks.length === marks.length;
    return isOfSize && isSame(this.changed, changed) && isSame(this.edited, edited);
  }

  /** Whether a save has to look at it. */
  get isChanged(): boolean {
    return this.changed.size > 0 || this.marks.length > 0;
  }

  /** What a save has to look at. */
  get asChanged(): ChangedUnit {
    const { unit, changed, edited, marks } = this;
    const marked = marks.flatMap(({ path: [name] }) => unit.class.member(String(name))?.index ?? []);
    return { unit, members: new IndexSet([...changed, ...marked]), edited, marks };
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
    return this.marks.length + this.#taken.length > 0;
  }

  /** A place was set back to its captured default. */
  noteReset(path: Steps): void {
    this.marks = marksAfterReset(this.marks, path);
    this.#taken = this.#taken.filter((mark) => !isAtOrAbove(path, mark.path));
  }

  /** Places were written that waited for something. */
  noteDecided(paths: readonly Steps[]): void {
    const places = new Set<string>();
    const decided: Mark[] = [];
    // What is at or below a later one is a part of that.
    for (const path of paths.toReversed()) {
      if (!isAnyAtOrAbove(places, path)) decided.push({ path, kind: 'decided' });
      places.add(placeKey(path));
    }
    this.changeMarks((marks) => marks.filter((mark) => !isAnyAtOrAbove(places, mark.path)));
    this.marks = [...this.marks, ...decided.reverse()];
  }

  /** Something has happened that makes others of the marks. */
  changeMarks(change: (marks: readonly Mark[]) => readonly Mark[]): void {
    this.marks = change(this.marks);
    this.#taken = change(this.#taken);
  }

  /** Takes the present value of a member as what files say. */
  take(index: number, captures: Captures = new Map()): void {
    const snapshot = captureOf(this.unit.target, this.member(index), captures);
    if (snapshot !== failed) this.baseline.set(index, snapshot);
    this.changed.delete(index);
    this.edited.delete(index);
  }

  /** A document has been applied, or begun. */
  begin({ which, holds, isNew }: Beginning, captures: Captures = new Map()): void {
    const { unit } = this;
    this.changeMarks((marks) =>
      marks.filter(({ path: [name] }) => {
        const member = unit.class.member(String(name));
        return member !== undefined && !which(unit, member);
      }),
    );
    for (const index of this.ever) {
      const member = this.member(index);
      if (!which(unit, member)) continue;
      // A load leaves the parts of a value that the file does not mention: what a user has made of them is to be added.
      const isLeft = this.edited.delete(index) && isMerged(member) && isObject(member.read(unit.target));
      if (!isNew(unit, member) && !isLeft && (holds(unit, member) || !this.everSet.has(index))) {
        // What has not changed is as files say already.
        if (this.changed.has(index)) this.take(index, captures);
      } else {
        this.baseline.delete(index);
        this.changed.add(index);
      }
    }
  }

  /** Takes the present state of those members as what files say, once a save has succeeded. */
  beginSave(isSaved: WhichMembers, captures: Captures): Taken {
    const { unit, changed, edited, marks } = this;
    const values: (readonly [number, unknown])[] = [];
    const isTaken = (index: number) => isSaved(unit, this.member(index));
    for (const index of changed) {
      if (!isTaken(index)) continue;
      const value = captureOf(unit.target, this.member(index), captures);
      if (value !== failed) values.push([index, value]);
    }
    const isMarkTaken = ({ path: [name] }: { readonly path: Steps }) => {
      const member = unit.class.member(String(name));
      return member === undefined || isSaved(unit, member);
    };
    this.changed = new IndexSet([...changed].filter((index) => !isTaken(index)));
    this.edited = new IndexSet([...edited].filter((index) => !isTaken(index)));
    this.marks = marks.filter((mark) => !isMarkTaken(mark));
    this.#taken = marks.filter(isMarkTaken);
    return {
      commit: () => {
        for (const [index, value] of values) this.baseline.set(index, value);
        this.#taken = [];
      },
      rollback: () => {
        for (const index of changed) this.changed.add(index);
        for (const index of edited) this.edited.add(index);
        this.marks = [...this.#taken, ...this.marks];
        this.#taken = [];
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

/** False for lists of values and of references: a load sets them as a whole. */
function isMerged({ type }: Pick<TrackedMember, 'type'>): boolean {
  const inner = isNullable(type) ? type.inner : type;
  return !isArray(inner) || inlineElement(inner.element) !== undefined;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
