import type { ExposedModel } from '../model.js';
import type { Captured } from '../state/defaults.js';
import type { Beginning, WhichMembers } from '../state/saved-object.js';
import { asItIs, parentIndex } from '../state/tracked-member.js';
import type { Note } from './bound-document.js';
import { eachInSteps, type Steps } from './slices.js';

const objectsPerStep = 20;

/** What live scenes hold. */
export const isInScene: WhichMembers = ({ class: cls }, { index }) =>
  index === parentIndex || cls.members[index]!.persistScope === 'scene';

/**
 * What is to be known of objects once a live scene is applied: what files say of them, and that nothing is edited. It is
 * worked out in steps before that, so that it need not be looked at in one frame; where an object changes meanwhile it is.
 */
export class Foresight {
  readonly #model: ExposedModel;
  readonly #others: Note[] = [];
  /** Objects that the document does not have, of which nothing is to be noted, and the clock of changes when that was so. */
  readonly #same = new Map<object, number>();
  /** The clock of changes when what was worked out of an object was noted. */
  readonly #noted = new Map<object, number>();

  constructor(model: ExposedModel) {
    this.#model = model;
  }

  /**
   * Of an object that is as the document says while this is called.
   * @param held members that the document has
   * @param changed those that it changes
   */
  foresee(unit: Captured, held: ReadonlySet<number>, changed: readonly number[]): (() => void) | undefined {
    const beginning: Beginning = {
      which: isInScene,
      holds: (_unit, { index }) => held.has(index),
      isNew: () => false,
    };
    const captures = new Map();
    const saved = this.#model.saved.foresee(unit, changed, beginning, captures);
    const edits = saved && this.#model.dirty.foresee(unit, changed, captures);
    if (edits === undefined) return undefined;
    if (saved === asItIs && edits === asItIs) return asItIs;
    return () => {
      saved!();
      edits();
    };
  }

  /** Of those of which something is known and that the document does not have. */
  *foreseeOthers(isHeld: (unit: Captured) => boolean): Steps<void> {
    yield* eachInSteps(this.#model.saved.units(), objectsPerStep, (unit) => {
      const { clock: at } = this.#model.saved;
      const make = isHeld(unit) ? undefined : this.foresee(unit, none, []);
      if (make === asItIs) this.#same.set(unit.target, at);
      else if (make !== undefined) this.#others.push({ unit, at, make, changed: [] });
    });
  }

  /** Everything has been applied: notes what was worked out, of objects that have not changed since. */
  note(ofDocument: readonly Note[], isHeld: (unit: Captured) => boolean): void {
    const { saved, dirty } = this.#model;
    for (const { unit, at, make, changed } of ofDocument) {
      if (saved.isUnchangedSince(unit, at)) {
        make();
        this.#noted.set(unit.target, saved.clock);
      } else
        for (const ref of changed)
          for (const each of [saved, dirty]) each.noteChanged(ref.unit, ref.unit.member, 'load');
    }
    for (const { unit, at, make } of this.#others) {
      if (isHeld(unit) || !saved.knows(unit) || !saved.isUnchangedSince(unit, at)) continue;
      make();
      this.#noted.set(unit.target, saved.clock);
    }
  }

  /** It was noted, or nothing is to be, and it has not changed since. */
  isNoted(unit: Captured, isHeld: (unit: Captured) => boolean): boolean {
    const { target } = unit;
    const at = this.#noted.get(target) ?? (isHeld(unit) ? undefined : this.#same.get(target));
    return at !== undefined && this.#model.saved.isUnchangedSince({ target }, at);
  }
}

const none: ReadonlySet<number> = new Set();
