import type { DirtyTracker } from './dirty-tracker.js';
import type { Taken, WhichMembers } from './saved-object.js';
import type { SavedState } from './saved-state.js';
import type { Captures } from './tracked-member.js';

/**
 * What is taken as saved while a save is under way, object by object: what changes in one from then on has changed since.
 */
export class SaveInProgress {
  readonly #saved: SavedState;
  readonly #dirty: DirtyTracker;
  readonly #isSaved: WhichMembers;
  readonly #taken = new Map<object, readonly Taken[]>();

  constructor(saved: SavedState, dirty: DirtyTracker, isSaved: WhichMembers) {
    this.#saved = saved;
    this.#dirty = dirty;
    this.#isSaved = isSaved;
  }

  /**
   * Takes the present state of an object as saved.
   * @param unkept members of which a user's edits stay unsaved, since no file can say what they are
   * @param captures of members, as they are now
   */
  take(target: object, unkept: ReadonlySet<number>, captures: Captures): void {
    const isKept: WhichMembers = (unit, member) => !unkept.has(member.index) && this.#isSaved(unit, member);
    const taken = [
      this.#saved.beginSave(target, this.#isSaved, captures),
      this.#dirty.beginSave(target, isKept, captures),
    ].filter((each) => each !== undefined);
    if (taken.length > 0) this.#taken.set(target, taken);
  }

  /** An object is as changed again as before it was taken, and by what has changed since. */
  giveBack(target: object): void {
    for (const each of this.#taken.get(target) ?? []) each.rollback();
    this.#taken.delete(target);
  }

  /** The save has succeeded; for so many objects to a step. */
  *commit(perStep: number): Generator<number, void> {
    let done = 0;
    for (const taken of this.#taken.values()) {
      for (const each of taken) each.commit();
      if (++done % perStep === 0) yield done / this.#taken.size;
    }
  }

  /** It has failed. */
  rollback(): void {
    for (const target of [...this.#taken.keys()]) this.giveBack(target);
  }
}
