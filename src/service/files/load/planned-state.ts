import { type Prepared, withPreview } from '../../access/loads/prepared.js';
import { Preview } from '../../access/loads/preview.js';
import { failed } from '../../common/application-code.js';
import type { ExposedModel } from '../../model/model.js';
import type { PropertyRef } from '../../objects/property-ref.js';
import type { CapturedObject } from '../../state/defaults.js';
import type { ObjectBaseline } from '../../state/dirty-tracker.js';
import { type Indexes, noIndexes } from '../../state/index-set.js';
import { MemberValues } from '../../state/member-values.js';
import type { Beginning, MemberFilter, SavedObject } from '../../state/saved-object.js';
import type { SavedPlan } from '../../state/saved-state.js';
import { type Captures, parentIndex, unchangedState } from '../../state/tracked-member.js';
import { slice } from '../../types/graph/long-lists.js';
import { captureInSlices } from '../../types/graph/snapshot.js';
import { forEachWithSteps, type Steps, withoutProgress } from '../incremental.js';
import { abortOnChange } from './abort-on-change.js';

const objectsPerStep = 20;
const combinedPerStep = 500;

/** Selects the members that live scenes save. */
export const isInScene: MemberFilter = ({ class: cls }, { index }) =>
  index === parentIndex || cls.members[index]!.persistScope === 'scene';

/**
 * The tracking state of all objects after a live scene is applied, computed beforehand in steps.
 * Applying then only adopts it; an object that changes in the meantime is examined when the scene is applied.
 */
export class PlannedState {
  readonly #model: ExposedModel;
  readonly #watch: { readonly touched: Set<object>; readonly gone: Set<object>; end(): void };
  readonly #startClock: number;
  readonly #saved = new Map<object, SavedObject>();
  readonly #edits = new Map<object, ObjectBaseline>();
  /** Objects whose state is only known after the document is applied. */
  readonly #unknown = new Set<object>();
  #combined: { readonly saved: SavedPlan; readonly edits: Map<object, ObjectBaseline> } | undefined;

  constructor(model: ExposedModel) {
    this.#model = model;
    this.#startClock = model.saved.clock;
    this.#watch = model.saved.watch();
  }

  /**
   * Plans the state of an object.
   * @param held members that the document has
   * @param prepared what it sets
   * @returns true if planned, false if not possible, undefined if the object is too large for one step
   */
  plan(
    unit: CapturedObject,
    held: Members = noIndexes,
    { assignments, changed: refs }: Prepared = noAssignments,
  ): boolean | undefined {
    if (assignments.length > slice.elements) return undefined;
    const captures: Captures = new MemberValues();
    const changed = refs.map(indexOf);
    return withPreview(assignments, () =>
      this.#tryCapture(unit, changed, captures) ? this.#planState(unit, held, changed, captures) : undefined,
    );
  }

  /** Like `plan`, in steps between which the object must not change. */
  *planInSteps(
    unit: CapturedObject,
    held: Members = noIndexes,
    { assignments, changed: refs }: Prepared = noAssignments,
  ): Steps<boolean> {
    const captures: Captures = new MemberValues();
    const changed = refs.map(indexOf);
    // The future values are read without being assigned, since other work runs between the steps.
    const preview = yield* withoutProgress(Preview.of(assignments));
    if (preview === undefined) return false;
    for (const index of this.#toCapture(unit, changed)) {
      const member = unit.class.members[index];
      const value = member === undefined ? failed : preview.read(unit.target, member);
      if (value !== failed)
        captures.set(index, yield* withoutProgress(captureInSlices(member!.type, value, preview)));
    }
    return withPreview(
      assignments.filter(({ target }) => target === unit.target),
      () => this.#planState(unit, held, changed, captures),
    );
  }

  /** @returns false if a value is too large for one step */
  #tryCapture(unit: CapturedObject, changed: readonly number[], captures: Captures): boolean {
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

  /** Returns the members whose future value must be known. */
  #toCapture(unit: CapturedObject, changed: readonly number[]): Indexes {
    const { saved, dirty } = this.#model;
    return noIndexes.withAll(changed).withAll(saved.changedMembers(unit)).withAll(dirty.staleMembers(unit));
  }

  /** Plans the state of an object that has the document's values during this call. */
  #planState(unit: CapturedObject, held: Members, changed: readonly number[], captures: Captures): boolean {
    const { target } = unit;
    const beginning: Beginning = {
      which: isInScene,
      holds: (_unit, { index }) => held.has(index),
      isNew: () => false,
    };
    this.postpone(target);
    const saved = this.#model.saved.plan(unit, changed, beginning, captures);
    const edits = saved && this.#model.dirty.plan(unit, changed, captures);
    if (edits === undefined) return false;
    this.#unknown.delete(target);
    if (saved !== unchangedState) this.#saved.set(target, saved!);
    if (edits !== unchangedState) this.#edits.set(target, edits);
    return true;
  }

  /** Leaves the state of an object to be examined once the document is applied. */
  postpone(target: object): void {
    this.#watch.touched.delete(target);
    this.#unknown.add(target);
    this.#saved.delete(target);
    this.#edits.delete(target);
  }

  /** Of those of which something is known and that the document does not have. */
  *planOthers(isHeld: (target: object) => boolean): Steps<void> {
    const remaining = this.#model.saved.units().filter(({ target }) => !isHeld(target));
    yield* forEachWithSteps(remaining, objectsPerStep, (unit) => this.planOther(unit));
  }

  /** Plans an object that the document does not have. @returns steps for a large object */
  planOther(unit: CapturedObject): Steps<void> | undefined {
    if (!this.#model.saved.isTracked(unit)) return undefined;
    this.postpone(unit.target);
    return this.plan(unit) === undefined ? this.#planLarge(unit) : undefined;
  }

  *#planLarge(unit: CapturedObject): Steps<void> {
    yield* abortOnChange(this.#model.saved, unit, this.planInSteps(unit));
  }

  /** Objects that have changed since they were examined. */
  get touched(): ReadonlySet<object> {
    return this.#watch.touched;
  }

  /** Combines the plans of all objects; must be called last. */
  *combine(): Steps<void> {
    yield 0;
    const saved = yield* this.#model.saved.combinePlans(this.#saved, combinedPerStep);
    this.#combined = { saved, edits: yield* this.#model.dirty.combinePlans(this.#edits, combinedPerStep) };
  }

  /** True if the combined plan may still be valid. */
  get isUsable(): boolean {
    return this.#combined !== undefined && this.#model.saved.isPlanValidSince(this.#startClock);
  }

  /** True if the plan of an object is still valid. */
  isKnown(target: object): boolean {
    const { touched, gone } = this.#watch;
    return !(touched.size > 0 && touched.has(target)) && !(gone.size > 0 && gone.has(target));
  }

  /** Discards the plan. */
  end(): void {
    this.#watch.end();
  }

  /**
   * Adopts the plan once the document has been applied.
   * @param note notes what was set in an object without being reported
   * @returns the objects that must be examined; undefined for all
   */
  adopt(note: (target: object) => void): Iterable<object> | undefined {
    const { touched, gone } = this.#watch;
    const { saved, dirty } = this.#model;
    this.end();
    if (!this.isUsable) {
      for (const target of [...this.#combined!.saved.units.keys()]) note(target);
      return undefined;
    }
    const unplanned = new Set([...touched, ...gone, ...this.#unknown]);
    for (const target of unplanned) note(target);
    saved.adopt(this.#combined!.saved, unplanned);
    dirty.adopt(this.#combined!.edits, unplanned);
    return unplanned;
  }
}

/** Member indexes of an object. */
type Members = Pick<Indexes, 'has'>;

const noAssignments: Prepared = { assignments: [], changed: [], isKeyed: false };

function indexOf({ unit }: PropertyRef): number {
  return unit.member.index;
}
