import type { MemberFilter, PendingCommit } from './baseline.js';
import type { DirtyTracker } from './dirty-tracker.js';
import type { SavedState } from './saved-state.js';
import type { Captures } from './tracked-member.js';

/**
 * Marks objects as saved, one by one, during a save; later changes of them count as unsaved. Used by `SaveBuild`.
 */
export class SaveInProgress {
  readonly #saved: SavedState;
  readonly #dirty: DirtyTracker;
  readonly #isSaved: MemberFilter;
  readonly #taken = new Map<object, readonly PendingCommit[]>();

  constructor(saved: SavedState, dirty: DirtyTracker, isSaved: MemberFilter) {
    this.#saved = saved;
    this.#dirty = dirty;
    this.#isSaved = isSaved;
  }

  /**
   * Marks the present state of an object as saved.
   * @param unsavable members whose edits stay unsaved, since no file can contain them
   */
  take(target: object, unsavable: ReadonlySet<number>): void {
    const captures: Captures = new Map();
    const isMemberSaved: MemberFilter = (owner, member) =>
      !unsavable.has(member.index) && this.#isSaved(owner, member);
    const taken = [
      this.#saved.beginSave(target, this.#isSaved, captures),
      this.#dirty.beginSave(target, isMemberSaved, captures),
    ].filter((each) => each !== undefined);
    if (taken.length > 0) this.#taken.set(target, taken);
  }

  /** Undoes `take`; the changes since then stay as well. */
  undoTake(target: object): void {
    for (const each of this.#taken.get(target) ?? []) each.rollback();
    this.#taken.delete(target);
  }

  /** Ends a successful save. */
  commit(): void {
    for (const taken of this.#taken.values()) for (const each of taken) each.commit();
  }

  /** Ends a failed save: all objects are unsaved again. */
  rollback(): void {
    for (const target of [...this.#taken.keys()]) this.undoTake(target);
  }
}
