import type { Steps } from '../objects/property-ref.js';
import type { Mark } from './marks.js';
import { PathTree } from './path-tree.js';

type Reset = Pick<Mark, 'endedWaiting' | 'waited'>;

/**
 * The marks of one object. A user may reset very many places and decide on as many one by one: each is noted without
 * looking at all others.
 */
export class ObjectMarks {
  #resets = new PathTree<Reset>();
  #decided = new PathTree<true>();
  #moved = new PathTree<true>();

  get isEmpty(): boolean {
    return this.#resets.isEmpty && this.#decided.isEmpty && this.#moved.isEmpty;
  }

  /** All of them, of one place first whether it was reset or decided. */
  get all(): readonly Mark[] {
    if (this.isEmpty) return none;
    const marks: Mark[] = [];
    for (const [path, how] of this.#resets.entries()) marks.push({ path, kind: 'reset', ...how });
    for (const [path] of this.#decided.entries()) marks.push({ path, kind: 'decided' });
    for (const [path] of this.#moved.entries()) marks.push({ path, kind: 'moved' });
    return marks;
  }

  /** The names of the members that have any. */
  get members(): ReadonlySet<string> {
    return new Set(
      [this.#resets, this.#decided, this.#moved].flatMap((each) => [...each.firstSteps].map(String)),
    );
  }

  /** Whether a user has decided on something that waited, reset it, or moved it. */
  get isAnyDecided(): boolean {
    if (!this.#decided.isEmpty || !this.#moved.isEmpty) return true;
    for (const [, { endedWaiting }] of this.#resets.entries()) if (endedWaiting) return true;
    return false;
  }

  copy(): ObjectMarks {
    const copy = new ObjectMarks();
    copy.#resets = this.#resets.copy();
    copy.#decided = this.#decided.copy();
    copy.#moved = this.#moved.copy();
    return copy;
  }

  /** A place was set back to its captured default. */
  reset(path: Steps): void {
    if (this.#resets.atOrAbove(path).length > 0) return;
    const ended = this.#resets.take(path).map(([, how]) => how);
    this.#moved.take(path);
    // What had waited there does so no more, though nothing waits there now.
    const endedWaiting = this.#decided.take(path).length > 0 || ended.some((how) => how.endedWaiting);
    const waited = ended.some((how) => how.waited);
    this.#resets.set(path, { ...(endedWaiting && { endedWaiting }), ...(waited && { waited }) });
  }

  /** Something waited where a place has just been reset. */
  endedWaiting(path: Steps, how: Reset): void {
    for (const at of this.#resets.atOrAbove(path))
      this.#resets.replace(at, (reset) => ({ ...reset, ...how }));
  }

  /** A place was written that waited for something. */
  decided(path: Steps): void {
    this.forget(path);
    this.#decided.set(path, true);
  }

  /**
   * A place was written: what was reset at, above or below it is so no more. Where something had waited, a user's write
   * decides as one does that ends the waiting itself: what is written may be the default, which no value tells from what the
   * file has.
   */
  written(path: Steps, isUsers: boolean): void {
    this.#moved.take(path);
    const below = this.#resets.take(path);
    if (isUsers) for (const [at, how] of below) this.#decideAfter(at, how);
    this.#endResets(path, isUsers);
  }

  /** A user's array operation writes the array, so that what was reset there is so no more; marks inside go with their elements. */
  movedElements(array: Steps, moved: (index: number) => number | undefined): void {
    this.#endResets(array, true);
    for (const each of [this.#resets, this.#decided, this.#moved]) each.move(array, moved);
  }

  /** Elements of an array that wait are elsewhere in it. */
  rearranged(array: Steps): void {
    this.#moved.set(array, true);
  }

  /** They are where they were. */
  restored(array: Steps): void {
    this.#moved.delete(array);
  }

  /** Takes out what is at a place or below it. */
  forget(path: Steps): void {
    for (const each of [this.#resets, this.#decided, this.#moved]) each.take(path);
  }

  /** Takes out those of some members, and gives them. */
  split(isWanted: (member: string) => boolean): ObjectMarks {
    const isTaken = (step: string | number) => isWanted(String(step));
    const part = new ObjectMarks();
    part.#resets = this.#resets.split(isTaken);
    part.#decided = this.#decided.split(isTaken);
    part.#moved = this.#moved.split(isTaken);
    return part;
  }

  /** Puts those in that were taken out. */
  merge(other: ObjectMarks): void {
    this.#resets.merge(other.#resets);
    this.#decided.merge(other.#decided);
    this.#moved.merge(other.#moved);
  }

  #endResets(path: Steps, isDecided: boolean): void {
    for (const at of this.#resets.atOrAbove(path)) {
      const how = this.#resets.delete(at)!;
      if (isDecided) this.#decideAfter(at, how);
    }
  }

  /** What is written where a reset was leaves of that what had waited there: it is decided. */
  #decideAfter(path: Steps, { endedWaiting, waited }: Reset): void {
    if (endedWaiting || waited) this.#decided.set(path, true);
  }
}

const none: readonly Mark[] = [];
