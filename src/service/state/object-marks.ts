import type { PathSegments } from '../objects/property-ref.js';
import type { Mark } from './marks.js';
import { PathTree } from './path-tree.js';

type Reset = Pick<Mark, 'cancelledByUser' | 'hasCancelled'>;

/**
 * The marks of one object, in trees, since a user may reset or decide very many paths one by one.
 * Used by `SavedObject`.
 */
export class ObjectMarks {
  #resets = new PathTree<Reset>();
  #decided = new PathTree<true>();
  #moved = new PathTree<true>();

  get isEmpty(): boolean {
    return this.#resets.isEmpty && this.#decided.isEmpty && this.#moved.isEmpty;
  }

  /** All marks; those of one path in the order reset, decided. */
  get all(): readonly Mark[] {
    if (this.isEmpty) return none;
    const marks: Mark[] = [];
    for (const [path, how] of this.#resets.entries()) marks.push({ path, kind: 'reset', ...how });
    for (const [path] of this.#decided.entries()) marks.push({ path, kind: 'decided' });
    for (const [path] of this.#moved.entries()) marks.push({ path, kind: 'moved' });
    return marks;
  }

  /** The names of the members that have marks. */
  get members(): ReadonlySet<string> {
    return new Set(
      [this.#resets, this.#decided, this.#moved].flatMap((each) => [...each.firstSegments].map(String)),
    );
  }

  /** True if a user has decided, reset or moved anything that was pending. */
  get isAnyDecided(): boolean {
    if (!this.#decided.isEmpty || !this.#moved.isEmpty) return true;
    for (const [, { cancelledByUser }] of this.#resets.entries()) if (cancelledByUser) return true;
    return false;
  }

  /** Notes that a path was reset to its captured default. */
  reset(path: PathSegments): void {
    if (this.#resets.atOrAbove(path).length > 0) return;
    const removed = this.#resets.take(path).map(([, how]) => how);
    this.#moved.take(path);
    // A reference that was cancelled there earlier counts as well.
    const cancelledByUser = this.#decided.take(path).length > 0 || removed.some((how) => how.cancelledByUser);
    const hasCancelled = removed.some((how) => how.hasCancelled);
    this.#resets.set(path, {
      ...(cancelledByUser && { cancelledByUser }),
      ...(hasCancelled && { hasCancelled }),
    });
  }

  /** Notes that a reset cancelled a pending reference. */
  noteCancelled(path: PathSegments, how: Reset): void {
    for (const at of this.#resets.atOrAbove(path))
      this.#resets.replace(at, (reset) => ({ ...reset, ...how }));
  }

  /** Notes that a write cancelled a pending reference. */
  decided(path: PathSegments): void {
    this.forget(path);
    this.#decided.set(path, true);
  }

  /**
   * Removes resets at, above or below a written path. A user's write where a reference was cancelled becomes `decided`,
   * since the written value may equal the default.
   */
  written(path: PathSegments, isByUser: boolean): void {
    this.#moved.take(path);
    const below = this.#resets.take(path);
    if (isByUser) for (const [at, how] of below) this.#decideAfter(at, how);
    this.#endResets(path, isByUser);
  }

  /** Moves marks with their elements after a user's array operation, which also ends resets of the array. */
  movedElements(array: PathSegments, moved: (index: number) => number | undefined): void {
    this.#endResets(array, true);
    for (const each of [this.#resets, this.#decided, this.#moved]) each.move(array, moved);
  }

  /** Notes that pending elements of an array have new indexes. */
  rearranged(array: PathSegments): void {
    this.#moved.set(array, true);
  }

  /** Notes that they are at their old indexes again. */
  restored(array: PathSegments): void {
    this.#moved.delete(array);
  }

  /** Removes the marks at a path or below it. */
  forget(path: PathSegments): void {
    for (const each of [this.#resets, this.#decided, this.#moved]) each.take(path);
  }

  /** Removes and returns the marks of some members. */
  split(isWanted: (member: string) => boolean): ObjectMarks {
    const isSelected = (step: string | number) => isWanted(String(step));
    const part = new ObjectMarks();
    part.#resets = this.#resets.split(isSelected);
    part.#decided = this.#decided.split(isSelected);
    part.#moved = this.#moved.split(isSelected);
    return part;
  }

  /** Adds marks that were removed by `split`. */
  merge(other: ObjectMarks): void {
    this.#resets.merge(other.#resets);
    this.#decided.merge(other.#decided);
    this.#moved.merge(other.#moved);
  }

  #endResets(path: PathSegments, isDecided: boolean): void {
    for (const at of this.#resets.atOrAbove(path)) {
      const how = this.#resets.delete(at)!;
      if (isDecided) this.#decideAfter(at, how);
    }
  }

  /** Notes a written path as decided if its reset had cancelled a pending reference. */
  #decideAfter(path: PathSegments, { cancelledByUser, hasCancelled }: Reset): void {
    if (cancelledByUser || hasCancelled) this.#decided.set(path, true);
  }
}

const none: readonly Mark[] = [];
