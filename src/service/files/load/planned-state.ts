import { foreseeing, type Prepared } from '../../access/loads/prepared.js';
import { Preview } from '../../access/loads/preview.js';
import { failed } from '../../application-code.js';
import type { ExposedModel } from '../../model.js';
import type { PropertyRef } from '../../objects/property-ref.js';
import type { Captured } from '../../state/defaults.js';
import type { ObjectBaseline } from '../../state/dirty-tracker.js';
import { type Indexes, noIndexes } from '../../state/index-set.js';
import { MemberValues } from '../../state/member-values.js';
import type { Beginning, SavedObject, WhichMembers } from '../../state/saved-object.js';
import type { SavedForesight } from '../../state/saved-state.js';
import { asItIs, type Captures, parentIndex } from '../../state/tracked-member.js';
import { slice } from '../../types/graph/long-lists.js';
import { captureInSlices } from '../../types/graph/snapshot.js';
import { eachInItsSteps, type Steps, unmeasured } from '../incremental.js';
import { abortOnChange } from './abort-on-change.js';

const objectsPerStep = 20;
const putPerStep = 500;

/** What live scenes hold. */
export const isInScene: WhichMembers = ({ class: cls }, { index }) =>
  index === parentIndex || cls.members[index]!.persistScope === 'scene';

/**
 * What is to be known of objects once a live scene is applied: what files say of them, and that nothing is edited. It is
 * worked out in steps before that, for all objects at once, so that there is nothing left to do in that frame but to take it;
 * an object that changes meanwhile is looked at then.
 */
export class PlannedState {
  readonly #model: ExposedModel;
  readonly #watch: { readonly touched: Set<object>; readonly gone: Set<object>; end(): void };
  readonly #began: number;
  readonly #saved = new Map<object, SavedObject>();
  readonly #edits = new Map<object, ObjectBaseline>();
  /** Objects of which it is known only once the document is applied. */
  readonly #unknown = new Set<object>();
  #all: { readonly saved: SavedForesight; readonly edits: Map<object, ObjectBaseline> } | undefined;

  constructor(model: ExposedModel) {
    this.#model = model;
    this.#began = model.saved.clock;
    this.#watch = model.saved.watch();
  }

  /**
   * Of an object.
   * @param held members that the document has
   * @param prepared what it sets
   * @returns whether it could be worked out; undefined where something is too long to be looked at in one step
   */
  foresee(
    unit: Captured,
    held: Members = noIndexes,
    { assignments, changed: refs }: Prepared = nothing,
  ): boolean | undefined {
    if (assignments.length > slice.elements) return undefined;
    const captures: Captures = new MemberValues();
    const changed = refs.map(indexOf);
    return foreseeing(assignments, () =>
      this.#captureAtOnce(unit, changed, captures) ? this.#foresee(unit, held, changed, captures) : undefined,
    );
  }

  /** The same in steps between which the object must not change. */
  *foreseeInSteps(
    unit: Captured,
    held: Members = noIndexes,
    { assignments, changed: refs }: Prepared = nothing,
  ): Steps<boolean> {
    const captures: Captures = new MemberValues();
    const changed = refs.map(indexOf);
    // It is looked at as it will be without being so: others come in between.
    const foreseen = yield* unmeasured(Preview.of(assignments));
    if (foreseen === undefined) return false;
    for (const index of this.#toCapture(unit, changed)) {
      const member = unit.class.members[index];
      const value = member === undefined ? failed : foreseen.read(unit.target, member);
      if (value !== failed)
        captures.set(index, yield* unmeasured(captureInSlices(member!.type, value, foreseen)));
    }
    return foreseeing(
      assignments.filter(({ target }) => target === unit.target),
      () => this.#foresee(unit, held, changed, captures),
    );
  }

  /** @returns false where something is too long for that */
  #captureAtOnce(unit: Captured, changed: readonly number[], captures: Captures): boolean {
    for (const index of this.#toCapture(unit, changed)) {
      const member = unit.class.members[index];
      if (member === undefined || member.type.kind === 'leaf') continue;
      const value = member.read(unit.target);
      if (value === failed) continue;
      const first = captureInSlices(member.type, value).next();
      if (!first.done) return false;
      captures.set(index, first.value);
    }
    return true;
  }

  /** The members of which is to be known what they are then. */
  #toCapture(unit: Captured, changed: readonly number[]): Indexes {
    const { saved, dirty } = this.#model;
    return noIndexes.withAll(changed).withAll(saved.changedMembers(unit)).withAll(dirty.staleMembers(unit));
  }

  /** Of an object that is as the document says while this is called. */
  #foresee(unit: Captured, held: Members, changed: readonly number[], captures: Captures): boolean {
    const { target } = unit;
    const beginning: Beginning = {
      which: isInScene,
      holds: (_unit, { index }) => held.has(index),
      isNew: () => false,
    };
    this.leave(target);
    const saved = this.#model.saved.foresee(unit, changed, beginning, captures);
    const edits = saved && this.#model.dirty.foresee(unit, changed, captures);
    if (edits === undefined) return false;
    this.#unknown.delete(target);
    if (saved !== asItIs) this.#saved.set(target, saved!);
    if (edits !== asItIs) this.#edits.set(target, edits);
    return true;
  }

  /** What is to be known of an object will be seen once the document is applied. */
  leave(target: object): void {
    this.#watch.touched.delete(target);
    this.#unknown.add(target);
    this.#saved.delete(target);
    this.#edits.delete(target);
  }

  /** Of those of which something is known and that the document does not have. */
  *foreseeOthers(isHeld: (target: object) => boolean): Steps<void> {
    const others = this.#model.saved.units().filter(({ target }) => !isHeld(target));
    yield* eachInItsSteps(others, objectsPerStep, (unit) => this.foreseeOther(unit));
  }

  /** Of one that the document does not have. @returns the steps that it takes, of one that holds much */
  foreseeOther(unit: Captured): Steps<void> | undefined {
    if (!this.#model.saved.knows(unit)) return undefined;
    this.leave(unit.target);
    return this.foresee(unit) === undefined ? this.#foreseeLong(unit) : undefined;
  }

  *#foreseeLong(unit: Captured): Steps<void> {
    yield* abortOnChange(this.#model.saved, unit, this.foreseeInSteps(unit));
  }

  /** Objects that have changed since they were looked at. */
  get touched(): ReadonlySet<object> {
    return this.#watch.touched;
  }

  /** Puts together what has been worked out; nothing is worked out after that. */
  *putTogether(): Steps<void> {
    yield 0;
    const saved = yield* this.#model.saved.foresight(this.#saved, putPerStep);
    this.#all = { saved, edits: yield* this.#model.dirty.foresight(this.#edits, putPerStep) };
  }

  /** Whether anything that was worked out may still be so. */
  get isUsable(): boolean {
    return this.#all !== undefined && this.#model.saved.areAllAsAt(this.#began);
  }

  /** Whether what was worked out of an object is still so. */
  isKnown(target: object): boolean {
    const { touched, gone } = this.#watch;
    return !(touched.size > 0 && touched.has(target)) && !(gone.size > 0 && gone.has(target));
  }

  /** Ends it without being taken. */
  end(): void {
    this.#watch.end();
  }

  /**
   * Everything has been applied: takes what was worked out.
   * @param note notes what was set in an object, where nothing else tells of that
   * @returns the objects that are to be looked at; undefined for all
   */
  adopt(note: (target: object) => void): Iterable<object> | undefined {
    const { touched, gone } = this.#watch;
    const { saved, dirty } = this.#model;
    this.end();
    if (!this.isUsable) {
      for (const target of [...this.#all!.saved.units.keys()]) note(target);
      return undefined;
    }
    const others = new Set([...touched, ...gone, ...this.#unknown]);
    for (const target of others) note(target);
    saved.adopt(this.#all!.saved, others);
    dirty.adopt(this.#all!.edits, others);
    return others;
  }
}

/** Members of an object, by index. */
type Members = Pick<Indexes, 'has'>;

const nothing: Prepared = { assignments: [], changed: [], isKeyed: false };

function indexOf({ unit }: PropertyRef): number {
  return unit.member.index;
}
