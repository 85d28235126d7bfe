import type { PathSegments } from '../objects/property-ref.js';
import type { Mark } from './marks.js';
import { PathTree } from './path-tree.js';

type MarkAtPath = Omit<Mark, 'path'>;
type Cancelled = Pick<Mark, 'cancelledByUser' | 'hasCancelled'>;

/**
 * The marks of one object, at most one per path, in a tree, since a user may reset or decide very many paths one by
 * one. Used by `SavedObject`.
 */
export class ObjectMarks {
  #marks = new PathTree<MarkAtPath>();

  get isEmpty(): boolean {
    return this.#marks.isEmpty;
  }

  get all(): readonly Mark[] {
    return [...this.#marks.entries()].map(([path, mark]) => ({ path, ...mark }));
  }

  /** The names of the members that have marks. */
  get members(): ReadonlySet<string> {
    return new Set([...this.#marks.firstSegments].map(String));
  }

  /** True if a user has decided, reset or moved anything that was pending. */
  get isAnyDecided(): boolean {
    for (const [, { kind, cancelledByUser }] of this.#marks.entries())
      if (kind !== 'reset' || cancelledByUser) return true;
    return false;
  }

  /** Notes that a path was reset to its captured default. */
  reset(path: PathSegments): void {
    if (this.#marks.atOrAbove(path).some(([, { kind }]) => kind === 'reset')) return;
    const removed = this.#marks.take(path).map(([, mark]) => mark);
    // A reference that was cancelled there earlier counts as well.
    const cancelledByUser = removed.some((mark) => mark.kind === 'decided' || mark.cancelledByUser);
    const hasCancelled = removed.some((mark) => mark.hasCancelled);
    this.#marks.set(path, {
      kind: 'reset',
      ...(cancelledByUser && { cancelledByUser }),
      ...(hasCancelled && { hasCancelled }),
    });
  }

  /** Notes that a reset cancelled a pending reference. */
  noteCancelled(path: PathSegments, how: Cancelled): void {
    for (const [at, mark] of this.#marks.atOrAbove(path))
      if (mark.kind === 'reset') this.#marks.set(at, { ...mark, ...how });
  }

  /** Notes that a write cancelled a pending reference. */
  decided(path: PathSegments): void {
    this.forget(path);
    this.#marks.set(path, { kind: 'decided' });
  }

  /**
   * Removes resets at, above or below a written path. A user's write where a reference was cancelled becomes `decided`,
   * since the written value may equal the default.
   */
  written(path: PathSegments, isByUser: boolean): void {
    for (const [at, mark] of this.#marks.take(path)) {
      if (mark.kind === 'decided') this.#marks.set(at, mark);
      else if (isByUser) this.#decideAfter(at, mark);
    }
    this.#endResets(path, isByUser);
  }

  /** Moves marks with their elements after a user's array operation, which also ends resets of the array. */
  movedElements(array: PathSegments, moved: (index: number) => number | undefined): void {
    this.#endResets(array, true);
    this.#marks.move(array, moved);
  }

  /** Notes that pending elements of an array have new indexes. */
  rearranged(array: PathSegments): void {
    this.#marks.update(array, (present) => present ?? { kind: 'moved' });
  }

  /** Notes that pending elements of an array are at their old indexes again. */
  restored(array: PathSegments): void {
    this.#marks.update(array, (present) => (present?.kind === 'moved' ? undefined : present));
  }

  /** Removes the marks at a path or below it. */
  forget(path: PathSegments): void {
    this.#marks.take(path);
  }

  /** Removes and returns the marks of some members. */
  split(isWanted: (member: string) => boolean): ObjectMarks {
    const part = new ObjectMarks();
    part.#marks = this.#marks.split((step) => isWanted(String(step)));
    return part;
  }

  /** Adds marks; present ones stay. */
  merge(other: ObjectMarks): void {
    this.#marks.merge(other.#marks);
  }

  #endResets(path: PathSegments, isDecided: boolean): void {
    for (const [at, mark] of this.#marks.atOrAbove(path)) {
      if (mark.kind !== 'reset') continue;
      this.#marks.update(at, () => undefined);
      if (isDecided) this.#decideAfter(at, mark);
    }
  }

  /** Notes a written path as decided if its reset had cancelled a pending reference. */
  #decideAfter(path: PathSegments, { cancelledByUser, hasCancelled }: Cancelled): void {
    if (cancelledByUser || hasCancelled) this.#marks.set(path, { kind: 'decided' });
  }
}
