import type { ChangeOrigin } from '../access/origin.js';
import { failed } from '../application-code.js';
import { noBaseline, type Steps } from '../objects/property-ref.js';
import type { ExposedClass } from '../types/exposed-class.js';
import { type Patch, patchedSnapshot } from '../types/graph/snapshot.js';
import type { Captured, ExposedObjectDefaultRegistry } from './defaults.js';
import { type Indexes, noIndexes } from './index-set.js';
import {
  type Beginning,
  type ChangedUnit,
  SavedObject,
  type Taken,
  type WhichMembers,
} from './saved-object.js';
import { type AsItIs, asItIs, type Captures, parentIndex, type TrackedMember } from './tracked-member.js';

/** Objects that were changed, and those that were forgotten. */
export interface Touched {
  readonly touched: Set<object>;
  readonly gone: Set<object>;
}

/** What is known of all objects at a time to come. */
export interface SavedForesight {
  readonly units: Map<object, SavedObject>;
  readonly changed: Set<SavedObject>;
}

/**
 * What files say of each object, member by member: what it was when it was loaded or saved last, else its captured
 * default. What differs from that since is what a save edits. MarkClean does not move it (DRT-6).
 */
export class SavedState {
  readonly #defaults: ExposedObjectDefaultRegistry;
  readonly #parent: TrackedMember;
  #units = new Map<object, SavedObject>();
  #changed = new Set<SavedObject>();
  /** Who wants to know what is touched, and what is forgotten. */
  readonly #watchers = new Set<Touched>();
  /** Counts changes. */
  #clock = 0;
  /** When all objects may have changed last. */
  #allChangedAt = 0;

  /** `parent`: the pseudo member `@parent`. */
  constructor(defaults: ExposedObjectDefaultRegistry, parent: TrackedMember) {
    this.#defaults = defaults;
    this.#parent = parent;
  }

  /** Notes a change of a member, whoever made it. */
  noteChanged(unit: Captured, member: TrackedMember, origin: ChangeOrigin): void {
    if (!member.isPersistable) return;
    const saved = this.#touched(unit);
    const index = saved.indexIn(unit, member);
    if (index === undefined) return;
    saved.noteChanged(index, origin !== 'host');
    if (origin === 'remote' || origin === 'user') saved.edited = saved.edited.with(index);
    this.#changed.add(saved);
  }

  /** Notes that files are to say where an object is, though nobody has moved it. */
  noteParent(unit: Captured): void {
    this.noteChanged(unit, this.#parent, 'load');
    this.#of(unit).baseline.delete(parentIndex);
  }

  /** Gathers the objects that are changed from now on, until `end`; whoever has looked at one may take it out. */
  watch(): Touched & { end(): void } {
    const watcher: Touched = { touched: new Set(), gone: new Set() };
    this.#watchers.add(watcher);
    return { ...watcher, end: () => this.#watchers.delete(watcher) };
  }

  /** The number of changes up to now. */
  get clock(): number {
    return this.#clock;
  }

  /** True when nothing of an object has changed since the clock stood at `clock`. */
  isUnchangedSince({ target }: Pick<Captured, 'target'>, clock: number): boolean {
    return this.areAllAsAt(clock) && (this.#units.get(target)?.changedAt ?? 0) <= clock;
  }

  /** False when all objects may have changed since the clock stood at `clock`. */
  areAllAsAt(clock: number): boolean {
    return this.#allChangedAt <= clock;
  }

  /** Notes that a place was set back to its captured default: a save takes it out of the file. */
  noteReset(unit: Captured, path: Steps): void {
    const saved = this.#touched(unit);
    saved.noteReset(path);
    this.#changed.add(saved);
  }

  /** Notes that something waited where a place has just been reset, by a user or otherwise. */
  noteEndedWaiting({ target }: Pick<Captured, 'target'>, path: Steps, isUsers: boolean): void {
    const saved = this.#units.get(target);
    if (saved === undefined) return;
    const how = isUsers ? { endedWaiting: true } : { waited: true };
    saved.changeMarks((marks) => marks.endedWaiting(path, how));
  }

  /** Notes that a user has written places that waited for something: a save says what they are now, whatever that is. */
  noteDecided(unit: Captured, paths: readonly Steps[]): void {
    if (paths.length === 0) return;
    const saved = this.#touched(unit);
    saved.noteDecided(paths);
    this.#changed.add(saved);
  }

  /** Forgets what files are to say of a place besides its value: they say it. */
  forgetMarks({ target }: Pick<Captured, 'target'>, path: Steps): void {
    const saved = this.#units.get(target);
    if (saved === undefined) return;
    saved.changeMarks((marks) => marks.forget(path));
    this.#touch(saved);
    this.#sort(saved);
  }

  /** True where files are to say something of an object that its values do not tell. */
  hasMarks({ target }: Pick<Captured, 'target'>): boolean {
    return this.#units.get(target)?.hasMarks ?? false;
  }

  /** Notes a write: what was reset there is so no more. */
  noteWritten({ target }: Pick<Captured, 'target'>, path: Steps, isUsers: boolean): void {
    const saved = this.#units.get(target);
    if (!saved?.hasMarks) return;
    saved.changeMarks((marks) => marks.written(path, isUsers));
    this.#touch(saved);
  }

  /** Notes an array operation: marks go with their elements. */
  noteMoved(
    { target }: Pick<Captured, 'target'>,
    array: Steps,
    moved: (index: number) => number | undefined,
  ): void {
    const saved = this.#units.get(target);
    if (!saved?.hasMarks) return;
    saved.changeMarks((marks) => marks.movedElements(array, moved));
    this.#touch(saved);
  }

  /** Notes whether a user has put elements of an array that wait elsewhere in it: nothing else may tell of that. */
  noteRearranged(unit: Captured, array: Steps, isRearranged: boolean): void {
    if (!isRearranged && !this.hasMarks(unit)) return;
    const saved = this.#touched(unit);
    saved.noteRearranged(array, isRearranged);
    this.#sort(saved);
  }

  /** True when a user has decided on something that waited, reset it, or moved it. */
  get isAnyDecided(): boolean {
    for (const { isAnyDecided } of this.#changed) if (isAnyDecided) return true;
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
  everChanged({ target }: Pick<Captured, 'target'>): Indexes {
    return this.#units.get(target)?.ever ?? noIndexes;
  }

  /**
   * A document has been applied, or begun. `holds` tells the members that it has: of those it says what they are. What
   * engine code alone has set and it does not have stays out of it; what anybody else has, the next save adds (DRT-15).
   * @param isNew tells the members of which there is no file yet: all that differs from the defaults is to be added
   * @param targets the objects that it is about; all when left out
   */
  begin(
    which: WhichMembers,
    holds: WhichMembers,
    isNew: WhichMembers,
    targets: Iterable<object> = this.#units.keys(),
  ): void {
    for (const target of targets) {
      const saved = this.#units.get(target);
      if (saved === undefined) continue;
      saved.begin({ which, holds, isNew });
      this.#sort(saved);
      for (const { touched } of this.#watchers) touched.add(target);
    }
  }

  /**
   * What `begin` will make of an object, worked out beforehand. The object is as it will be then.
   * @param changed members that the document changes
   * @returns what is known of it then, `asItIs` where that is what is known now; undefined where it cannot be worked out
   */
  foresee(
    unit: Captured,
    changed: readonly number[],
    beginning: Beginning,
    captures: Captures,
  ): SavedObject | AsItIs | undefined {
    const present = this.#units.get(unit.target);
    if (present !== undefined && present.unit.class !== unit.class) return undefined;
    if (present === undefined && changed.length === 0) return asItIs;
    if (changed.length === 0 && present!.isBegun(beginning)) return asItIs;
    const next = present?.copy() ?? this.#begun(unit);
    for (const index of changed) next.noteChanged(index, true);
    next.begin(beginning, captures);
    return next;
  }

  /** What is known of all objects once `foreseen` is known of some of them, put together in steps. */
  *foresight(foreseen: ReadonlyMap<object, SavedObject>, perStep: number): Generator<number, SavedForesight> {
    const all: SavedForesight = { units: new Map(), changed: new Set() };
    let done = 0;
    const put = (saved: SavedObject) => {
      all.units.set(saved.unit.target, saved);
      if (saved.isChanged) all.changed.add(saved);
      return ++done % perStep === 0;
    };
    for (const [target, saved] of this.#units) if (put(foreseen.get(target) ?? saved)) yield 0.5;
    for (const [target, saved] of foreseen) if (!all.units.has(target) && put(saved)) yield 0.5;
    return all;
  }

  /** Takes what was foreseen as what is known. @param others objects that have changed since: of these it stays what it is */
  adopt({ units, changed }: SavedForesight, others: Iterable<object>): void {
    for (const target of others) {
      const foreseen = units.get(target);
      if (foreseen !== undefined) changed.delete(foreseen);
      const saved = this.#units.get(target);
      if (saved === undefined) units.delete(target);
      else {
        units.set(target, saved);
        if (saved.isChanged) changed.add(saved);
      }
    }
    this.#units = units;
    this.#changed = changed;
    this.#allChangedAt = ++this.#clock;
  }

  /** Takes the present value of a member as what files say. */
  take(unit: Captured, index: number): void {
    const saved = this.#touched(unit);
    saved.take(index);
    this.#sort(saved);
  }

  /** Before something that waited is put into a place of a member: the rest of it keeps what files say. */
  own(unit: Captured, index: number): void {
    const saved = this.#touched(unit);
    if (saved.baseline.has(index) || saved.changed.has(index)) return;
    const member = saved.member(index);
    const value = member.read(unit.target);
    if (value !== failed) saved.baseline.set(index, member.type.capture(value));
  }

  /** What waited has come: those places of a member are as files say, the rest of it stays as changed as it was. */
  patch(unit: Captured, index: number, patches: readonly Patch[], wasChanged: boolean): void {
    const saved = this.#touched(unit);
    const before = this.of(unit, index);
    saved.baseline.set(index, patchedSnapshot(before, patches));
    if (!wasChanged) saved.changed = saved.changed.without(index);
    this.#sort(saved);
  }

  isChanged({ target }: Pick<Captured, 'target'>, index: number): boolean {
    return this.#units.get(target)?.changed.has(index) ?? false;
  }

  /** The members of an object that anybody has changed since files were in step. */
  changedMembers({ target }: Pick<Captured, 'target'>): Indexes {
    return this.#units.get(target)?.changed ?? noIndexes;
  }

  /** What of an object a save has to look at; undefined for nothing. */
  changedUnit(target: object): ChangedUnit | undefined {
    const saved = this.#units.get(target);
    return saved !== undefined && this.#changed.has(saved) ? saved.asChanged : undefined;
  }

  /** The objects of which anything is known. */
  units(): Captured[] {
    return [...this.#units.values()].map(({ unit }) => unit);
  }

  /** An object as it is known; undefined where nothing is known of it. */
  unit(target: object): Captured | undefined {
    return this.#units.get(target)?.unit;
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
    const taken = saved.beginSave(isSaved, captures);
    this.#sort(saved);
    return {
      commit: taken.commit,
      rollback: () => {
        if (this.#units.get(target) !== saved) return;
        taken.rollback();
        this.#sort(saved);
      },
    };
  }

  /** After a class was defined anew: what is known of members stays with those that have their names. */
  relinked(cls: ExposedClass, before: readonly TrackedMember[]): void {
    this.#allChangedAt = ++this.#clock;
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
    // Nothing may be known of it yet, and something be foreseen.
    for (const { gone } of this.#watchers) gone.add(target);
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

  #touched(unit: Captured): SavedObject {
    const saved = this.#of(unit);
    this.#touch(saved);
    return saved;
  }

  #touch(saved: SavedObject): void {
    saved.changedAt = ++this.#clock;
    for (const { touched } of this.#watchers) touched.add(saved.unit.target);
  }

  #of(unit: Captured): SavedObject {
    let saved = this.#units.get(unit.target);
    if (saved === undefined) {
      saved = this.#begun(unit);
      this.#units.set(unit.target, saved);
    }
    return saved;
  }

  #begun({ target, class: cls }: Captured): SavedObject {
    return new SavedObject({ target, class: cls }, this.#parent);
  }

  #sort(saved: SavedObject): void {
    if (saved.isChanged) this.#changed.add(saved);
    else this.#changed.delete(saved);
  }
}
