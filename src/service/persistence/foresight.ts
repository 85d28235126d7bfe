import type { ExposedModel } from '../model.js';
import type { Captured } from '../state/defaults.js';
import type { Beginning, SavedObject, WhichMembers } from '../state/saved-object.js';
import type { SavedForesight } from '../state/saved-state.js';
import { asItIs, parentIndex } from '../state/tracked-member.js';
import type { UnitState } from '../state/tracker.js';
import { eachInSteps, type Steps } from './slices.js';

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
export class Foresight {
  readonly #model: ExposedModel;
  readonly #watch: { readonly touched: Set<object>; readonly gone: Set<object>; end(): void };
  readonly #began: number;
  readonly #saved = new Map<object, SavedObject>();
  readonly #edits = new Map<object, UnitState>();
  /** Objects of which it is known only once the document is applied. */
  readonly #unknown = new Set<object>();
  #all: { readonly saved: SavedForesight; readonly edits: Map<object, UnitState> } | undefined;

  constructor(model: ExposedModel) {
    this.#model = model;
    this.#began = model.saved.clock;
    this.#watch = model.saved.watch();
  }

  /**
   * Of an object that is as the document says while this is called.
   * @param held members that the document has
   * @param changed those that it changes
   * @returns whether it could be worked out
   */
  foresee(unit: Captured, held: ReadonlySet<number>, changed: readonly number[]): boolean {
    const { target } = unit;
    const beginning: Beginning = {
      which: isInScene,
      holds: (_unit, { index }) => held.has(index),
      isNew: () => false,
    };
    const captures = new Map();
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
    yield* eachInSteps(this.#model.saved.units(), objectsPerStep, (unit) => {
      if (!isHeld(unit.target) && this.#model.saved.knows(unit)) this.foresee(unit, none, []);
    });
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

const none: ReadonlySet<number> = new Set();
