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
  /** Objects of which nothing is left to be noted, and the clock of changes when that was so. */
  readonly #known = new Map<object, number>();
  readonly #version: number;

  constructor(model: ExposedModel) {
    this.#model = model;
    this.#version = model.objects.version;
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
  *foreseeOthers(isHeld: (target: object) => boolean): Steps<void> {
    yield* eachInSteps(this.#model.saved.units(), objectsPerStep, (unit) => {
      const { clock: at } = this.#model.saved;
      const make = isHeld(unit.target) ? undefined : this.foresee(unit, none, []);
      if (make === asItIs) this.#known.set(unit.target, at);
      else if (make !== undefined) this.#others.push({ unit, at, make, changed: [] });
    });
  }

  /** Everything has been applied: notes what was worked out, of objects that have not changed since. */
  note(ofDocument: readonly Note[], isHeld: (target: object) => boolean): void {
    const { objects, saved, dirty } = this.#model;
    // An entry may have found its object since.
    if (objects.version !== this.#version)
      for (const target of this.#known.keys()) if (isHeld(target)) this.#known.delete(target);
    for (const { unit, at, make, changed } of ofDocument) {
      if (saved.isUnchangedSince(unit, at)) {
        make();
        this.#known.set(unit.target, saved.clock);
      } else
        for (const ref of changed)
          for (const each of [saved, dirty]) each.noteChanged(ref.unit, ref.unit.member, 'load');
    }
    for (const { unit, at, make } of this.#others) {
      if (isHeld(unit.target) || !saved.knows(unit) || !saved.isUnchangedSince(unit, at)) continue;
      make();
      this.#known.set(unit.target, saved.clock);
    }
  }

  /** When all was known of an object; undefined where that has to be looked at. */
  knownAt(target: object): number | undefined {
    return this.#known.get(target);
  }
}

const none: ReadonlySet<number> = new Set();
