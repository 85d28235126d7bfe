import type { ChangeOrigin } from '../access/origin.js';
import { failed } from '../application-code.js';
import { noBaseline, type Steps } from '../objects/property-ref.js';
import type { ExposedClass } from '../types/exposed-class.js';
import { patchedSnapshot } from '../types/graph/snapshot.js';
import type { Captured, ExposedObjectDefaultRegistry } from './defaults.js';
import { isAtOrAbove, type Mark, marksAfterMove, marksAfterReset, marksAfterWrite } from './marks.js';
import { type IndexOf, movedIndexes, movedValues } from './relinked.js';
import { type Captures, captureOf, parentIndex, type TrackedMember } from './tracked-member.js';

/** What is known of one object. */
class Saved {
  readonly unit: Captured;
  /** What files say, where that is not the captured default, by member index. */
  baseline = new Map<number, unknown>();
  /** Members that anybody has changed since files were in step. */
  changed = new Set<number>();
  /** Of those, the members that a user has changed. */
  edited = new Set<number>();
  /** Members that anybody has ever changed: what may differ from the captured defaults. */
  ever = new Set<number>();
  /** Of those, the members that not only engine code has changed. */
  everSet = new Set<number>();
  /** When anything of it changed last, by the clock of changes. */
  changedAt = 0;
  /** Places that were reset, or written while they waited, since files were in step. */
  marks: readonly Mark[] = [];

  constructor(unit: Captured) {
    this.unit = unit;
  }

  copy(): Saved {
    const copy = new Saved(this.unit);
    copy.baseline = new Map(this.baseline);
    for (const name of ['changed', 'edited', 'ever', 'everSet'] as const) copy[name] = new Set(this[name]);
    copy.marks = this.marks;
    return copy;
  }

  relinked(indexOf: IndexOf): void {
    this.baseline = movedValues(this.baseline, indexOf);
    this.changed = movedIndexes(this.changed, indexOf);
    this.edited = movedIndexes(this.edited, indexOf);
    this.ever = movedIndexes(this.ever, indexOf);
    this.everSet = movedIndexes(this.everSet, indexOf);
  }
}

/** An object that a save has to look at. */
export interface ChangedUnit {
  readonly unit: Captured;
  /** Members that anybody has changed since files were in step, and those with marks. */
  readonly members: ReadonlySet<number>;
  readonly edited: ReadonlySet<number>;
  readonly marks: readonly Mark[];
}

/** Members of objects, one by one. */
export type WhichMembers = (unit: Captured, member: TrackedMember) => boolean;

/** What a document that is applied, or begun, makes of objects: `begin` has the meanings. */
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

/**
 * What files say of each object, member by member: what it was when it was loaded or saved last, else its captured
 * default. What differs from that since is what a save edits. MarkClean does not move it (DRT-6).
 */
export class SavedState {
  readonly #defaults: ExposedObjectDefaultRegistry;
  readonly #parent: TrackedMember;
  readonly #units = new Map<object, Saved>();
  readonly #changed = new Set<Saved>();
  /** Who wants to know what is touched. */
  readonly #watchers = new Set<Set<object>>();
  /** Counts changes. */
  #clock = 0;
  #relinkedAt = 0;

  /** `parent`: the pseudo member `@parent`. */
  constructor(defaults: ExposedObjectDefaultRegistry, parent: TrackedMember) {
    this.#defaults = defaults;
    this.#parent = parent;
  }

  /** Notes a change of a member, whoever made it. */
  noteChanged(unit: Captured, member: TrackedMember, origin: ChangeOrigin): void {
    if (!member.isPersistable) return;
    const saved = this.#touched(unit);
    const index = this.#indexIn(saved, unit, member);
    if (index === undefined) return;
    saved.changed.add(index);
    saved.ever.add(index);
    if (origin !== 'host') saved.everSet.add(index);
    if (origin === 'remote' || origin === 'user') saved.edited.add(index);
    this.#changed.add(saved);
  }

  /** Gathers the objects that are changed from now on, until `end`; whoever has looked at one may take it out. */
  watch(): { readonly touched: Set<object>; end(): void } {
    const touched = new Set<object>();
    this.#watchers.add(touched);
    return { touched, end: () => this.#watchers.delete(touched) };
  }

  /** The number of changes up to now. */
  get clock(): number {
    return this.#clock;
  }

  /** True when nothing of an object has changed since the clock stood at `clock`. */
  isUnchangedSince({ target }: Pick<Captured, 'target'>, clock: number): boolean {
    return this.#relinkedAt <= clock && (this.#units.get(target)?.changedAt ?? 0) <= clock;
  }

  /** Notes that a place was set back to its captured default: a save takes it out of the file. */
  noteReset(unit: Captured, path: Steps): void {
    const saved = this.#touched(unit);
    saved.marks = marksAfterReset(saved.marks, path);
    this.#changed.add(saved);
  }

  /** Notes that something waited where a user has just reset a place. */
  noteEndedWaiting({ target }: Pick<Captured, 'target'>, path: Steps): void {
    const saved = this.#units.get(target);
    if (saved === undefined) return;
    saved.marks = saved.marks.map((mark) =>
      mark.kind === 'reset' && isAtOrAbove(mark.path, path) ? { ...mark, endedWaiting: true } : mark,
    );
  }

  /** Notes that a user has written a place that waited for something: a save says what it is now, whatever that is. */
  noteDecided(unit: Captured, path: Steps): void {
    const saved = this.#touched(unit);
    saved.marks = [...saved.marks.filter((mark) => !isAtOrAbove(path, mark.path)), { path, kind: 'decided' }];
    this.#changed.add(saved);
  }

  /** True where files are to say something of an object that its values do not tell. */
  hasMarks({ target }: Pick<Captured, 'target'>): boolean {
    const marks = this.#units.get(target)?.marks;
    return marks !== undefined && marks.length > 0;
  }

  /** Notes a write: what was reset there is so no more. */
  noteWritten({ target }: Pick<Captured, 'target'>, path: Steps): void {
    const saved = this.#units.get(target);
    if (saved === undefined || saved.marks.length === 0) return;
    saved.marks = marksAfterWrite(saved.marks, path);
    this.#touch(saved);
  }

  /** Notes an array operation: marks go with their elements. */
  noteMoved(
    { target }: Pick<Captured, 'target'>,
    array: Steps,
    moved: (index: number) => number | undefined,
  ): void {
    const saved = this.#units.get(target);
    if (saved === undefined || saved.marks.length === 0) return;
    saved.marks = marksAfterMove(saved.marks, array, moved);
    this.#touch(saved);
  }

  /** Notes whether a user has put elements of an array that wait elsewhere in it: nothing else may tell of that. */
  noteRearranged(unit: Captured, array: Steps, isRearranged: boolean): void {
    const isNoted = ({ kind, path }: Mark) =>
      kind === 'moved' && path.length === array.length && isAtOrAbove(path, array);
    if (!isRearranged && !this.#units.get(unit.target)?.marks.some(isNoted)) return;
    const saved = this.#touched(unit);
    const others = saved.marks.filter((mark) => !isNoted(mark));
    saved.marks = isRearranged ? [...others, { path: array, kind: 'moved' }] : others;
    this.#sort(saved);
  }

  /** True when a user has decided on something that waited, reset it, or moved it. */
  get isAnyDecided(): boolean {
    for (const { marks } of this.#changed)
      if (marks.some(({ kind, endedWaiting }) => kind !== 'reset' || endedWaiting)) return true;
    return false;
  }

  /** What files say of a member; `noBaseline` when nothing is known. */
  of(unit: Captured, index: number): unknown {
    const saved = this.#units.get(unit.target);
    if (saved?.baseline.has(index)) return saved.baseline.get(index);
    if (index === parentIndex) return this.#defaults.parentOf(unit.target);
    const captured = this.#defaults.of(unit);
    return captured === undefined ? noBaseline : captured[index];
  }

  /** The same for all members, by index. */
  membersOf(unit: Captured): readonly unknown[] {
    return unit.class.members.map(({ index }) => this.of(unit, index));
  }

  /** The indexes of the members that may differ from the captured defaults. */
  everChanged({ target }: Pick<Captured, 'target'>): ReadonlySet<number> {
    return this.#units.get(target)?.ever ?? none;
  }

  /**
   * A document has been applied, or begun. `holds` tells the members that it has: of those it says what they are. What
   * engine code alone has set and it does not have stays out of it; what anybody else has, the next save adds (DRT-15).
   * @param isNew tells the members of which there is no file yet: all that differs from the defaults is to be added
   * @param isBegun tells the objects of which this is known already
   */
  begin(
    which: WhichMembers,
    holds: WhichMembers,
    isNew: WhichMembers,
    isBegun: (unit: Captured) => boolean = () => false,
  ): void {
    for (const saved of this.#units.values()) {
      if (isBegun(saved.unit)) continue;
      this.#begin(saved, { which, holds, isNew });
      this.#sort(saved);
    }
  }

  /**
   * What `begin` will make of an object, worked out beforehand. The object is as it will be then.
   * @param changed members that the document changes
   * @returns makes it so; undefined where it cannot be worked out
   */
  foresee(
    unit: Captured,
    changed: readonly number[],
    beginning: Beginning,
    captures: Captures,
  ): (() => void) | undefined {
    const present = this.#units.get(unit.target);
    if (present !== undefined && present.unit.class !== unit.class) return undefined;
    if (present === undefined && changed.length === 0) return () => {};
    const next = present?.copy() ?? new Saved({ target: unit.target, class: unit.class });
    for (const index of changed) for (const set of [next.changed, next.ever, next.everSet]) set.add(index);
    this.#begin(next, beginning, captures);
    return () => {
      if (present !== undefined) this.#changed.delete(present);
      this.#units.set(unit.target, next);
      this.#touch(next);
      this.#sort(next);
    };
  }

  #begin(saved: Saved, { which, holds, isNew }: Beginning, captures: Captures = new Map()): void {
    const { unit } = saved;
    saved.marks = saved.marks.filter(({ path: [name] }) => {
      const member = unit.class.member(String(name));
      return member !== undefined && !which(unit, member);
    });
    for (const index of saved.ever) {
      const member = this.member(unit, index);
      if (!which(unit, member)) continue;
      // A load leaves the parts of a value that the file does not mention: what a user has made of them is to be added.
      const isLeft = saved.edited.delete(index) && isObject(member.read(unit.target));
      if (!isNew(unit, member) && !isLeft && (holds(unit, member) || !saved.everSet.has(index))) {
        // What has not changed is as files say already.
        if (saved.changed.has(index)) this.#take(saved, index, captures);
      } else {
        saved.baseline.delete(index);
        saved.changed.add(index);
      }
    }
  }

  /** Takes the present value of a member as what files say. */
  take(unit: Captured, index: number): void {
    const saved = this.#touched(unit);
    this.#take(saved, index);
    this.#sort(saved);
  }

  /** Before something that waited is put into a place of a member: the rest of it keeps what files say. */
  own(unit: Captured, index: number): void {
    const saved = this.#touched(unit);
    if (saved.baseline.has(index) || saved.changed.has(index)) return;
    const member = this.member(unit, index);
    const value = member.read(unit.target);
    if (value !== failed) saved.baseline.set(index, member.type.capture(value));
  }

  /** What waited has come: that place of a member is as files say, the rest of it stays as changed as it was. */
  patch(unit: Captured, index: number, path: Steps, snapshot: unknown, wasChanged: boolean): void {
    const saved = this.#touched(unit);
    const before = this.of(unit, index);
    saved.baseline.set(index, patchedSnapshot(before, path, snapshot));
    if (!wasChanged) saved.changed.delete(index);
    this.#sort(saved);
  }

  isChanged({ target }: Pick<Captured, 'target'>, index: number): boolean {
    return this.#units.get(target)?.changed.has(index) ?? false;
  }

  /** What of an object a save has to look at; undefined for nothing. */
  changedUnit(target: object): ChangedUnit | undefined {
    const saved = this.#units.get(target);
    return saved !== undefined && this.#changed.has(saved) ? changedOf(saved) : undefined;
  }

  /** The objects of which anything is known. */
  units(): Captured[] {
    return [...this.#units.values()].map(({ unit }) => unit);
  }

  knows({ target }: Pick<Captured, 'target'>): boolean {
    return this.#units.has(target);
  }

  /** The objects that a save has to look at. */
  changedTargets(): object[] {
    return [...this.#changed].map(({ unit }) => unit.target);
  }

  /** Takes the present state of those members of an object as what files say, once a save has succeeded. */
  beginSave(target: object, isSaved: WhichMembers, captures: Captures): Taken | undefined {
    const saved = this.#units.get(target);
    if (saved === undefined || !this.#changed.has(saved)) return undefined;
    const { unit, changed, edited, marks } = saved;
    const values: (readonly [number, unknown])[] = [];
    const isTaken = (index: number) => isSaved(unit, this.member(unit, index));
    for (const index of changed) {
      if (!isTaken(index)) continue;
      const value = captureOf(target, this.member(unit, index), captures);
      if (value !== failed) values.push([index, value]);
    }
    const isMarkTaken = ({ path: [name] }: Mark) => {
      const member = unit.class.member(String(name));
      return member === undefined || isSaved(unit, member);
    };
    saved.changed = new Set([...changed].filter((index) => !isTaken(index)));
    saved.edited = new Set([...edited].filter((index) => !isTaken(index)));
    saved.marks = marks.filter((mark) => !isMarkTaken(mark));
    this.#sort(saved);
    return {
      commit: () => {
        for (const [index, value] of values) saved.baseline.set(index, value);
      },
      rollback: () => {
        if (this.#units.get(target) !== saved) return;
        for (const index of changed) saved.changed.add(index);
        for (const index of edited) saved.edited.add(index);
        saved.marks = [...marks.filter(isMarkTaken), ...saved.marks];
        this.#sort(saved);
      },
    };
  }

  /** A member by its index, `@parent` among them. */
  member({ class: cls }: Captured, index: number): TrackedMember {
    return index === parentIndex ? this.#parent : cls.members[index]!;
  }

  /** After a class was defined anew: what is known of members stays with those that have their names. */
  relinked(cls: ExposedClass, before: readonly TrackedMember[]): void {
    this.#relinkedAt = ++this.#clock;
    const indexOf = (index: number) =>
      index === parentIndex ? index : cls.member(before[index]?.name ?? '')?.index;
    for (const saved of this.#units.values()) {
      if (saved.unit.class !== cls) continue;
      saved.relinked(indexOf);
      this.#touch(saved);
    }
  }

  /** Forgets an object that is gone. @returns remembers it again */
  forget(target: object): () => void {
    const saved = this.#units.get(target);
    if (saved === undefined) return () => {};
    this.#units.delete(target);
    const isChanged = this.#changed.delete(saved);
    return () => {
      this.#units.set(target, saved);
      if (isChanged) this.#changed.add(saved);
    };
  }

  /** Forgets everything: the present state is that of the start. */
  forgetAll(): void {
    this.#units.clear();
    this.#changed.clear();
  }

  #touched(unit: Captured): Saved {
    const saved = this.#of(unit);
    this.#touch(saved);
    return saved;
  }

  #touch(saved: Saved): void {
    saved.changedAt = ++this.#clock;
    for (const touched of this.#watchers) touched.add(saved.unit.target);
  }

  #of(unit: Captured): Saved {
    let saved = this.#units.get(unit.target);
    if (saved === undefined) {
      saved = new Saved({ target: unit.target, class: unit.class });
      this.#units.set(unit.target, saved);
    }
    return saved;
  }

  /** It may have been noted as of another class first: of that one, or of none, it is a member. */
  #indexIn({ unit }: Saved, { class: cls }: Captured, { index, name }: TrackedMember): number | undefined {
    return unit.class === cls || index === parentIndex ? index : unit.class.member(name)?.index;
  }

  #take(saved: Saved, index: number, captures: Captures = new Map()): void {
    const snapshot = captureOf(saved.unit.target, this.member(saved.unit, index), captures);
    if (snapshot !== failed) saved.baseline.set(index, snapshot);
    saved.changed.delete(index);
    saved.edited.delete(index);
  }

  #sort(saved: Saved): void {
    if (saved.changed.size > 0 || saved.marks.length > 0) this.#changed.add(saved);
    else this.#changed.delete(saved);
  }
}

const none: ReadonlySet<number> = new Set();

function changedOf({ unit, changed, edited, marks }: Saved): ChangedUnit {
  const marked = marks.flatMap(({ path: [name] }) => unit.class.member(String(name))?.index ?? []);
  return { unit, members: new Set([...changed, ...marked]), edited, marks };
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
