import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkAlways } from '../../../test/support/random.js';
import type { PathSegments } from '../objects/property-ref.js';
import { isAtOrAbove, type Mark, movedPath } from './marks.js';
import { ObjectMarks } from './object-marks.js';

/** A reference implementation that visits all marks for each path. */
class NaiveMarks {
  all: readonly Mark[] = [];

  reset(path: PathSegments): void {
    if (this.all.some((mark) => mark.kind === 'reset' && isAtOrAbove(mark.path, path))) return;
    const removed = this.all.filter((mark) => isAtOrAbove(path, mark.path));
    this.forget(path);
    const cancelledByUser = removed.some(
      ({ kind, cancelledByUser }) => kind === 'decided' || cancelledByUser,
    );
    const hasCancelled = removed.some(({ hasCancelled }) => hasCancelled);
    this.#add({
      path,
      kind: 'reset',
      ...(cancelledByUser && { cancelledByUser }),
      ...(hasCancelled && { hasCancelled }),
    });
  }

  noteCancelled(path: PathSegments, how: Pick<Mark, 'cancelledByUser' | 'hasCancelled'>): void {
    this.all = this.all.map((mark) =>
      mark.kind === 'reset' && isAtOrAbove(mark.path, path) ? { ...mark, ...how } : mark,
    );
  }

  decided(path: PathSegments): void {
    this.forget(path);
    this.#add({ path, kind: 'decided' });
  }

  written(path: PathSegments, isUsers: boolean): void {
    const isRemoved = ({ kind, path: at }: Mark) =>
      kind !== 'decided' && (isAtOrAbove(path, at) || (kind === 'reset' && isAtOrAbove(at, path)));
    this.#end(isRemoved, isUsers);
  }

  movedElements(array: PathSegments, moved: (index: number) => number | undefined): void {
    this.#end(({ kind, path }) => kind === 'reset' && isAtOrAbove(path, array), true);
    this.all = this.all.flatMap((mark) => {
      const path = movedPath(mark.path, array, moved);
      return path === undefined ? [] : [{ ...mark, path }];
    });
  }

  rearranged(array: PathSegments): void {
    this.#add({ path: array, kind: 'moved' });
  }

  restored(array: PathSegments): void {
    this.all = this.all.filter(({ kind, path }) => kind !== 'moved' || !isSame(path, array));
  }

  forget(path: PathSegments): void {
    this.all = this.all.filter((mark) => !isAtOrAbove(path, mark.path));
  }

  split(isWanted: (member: string) => boolean): NaiveMarks {
    const part = new NaiveMarks();
    part.all = this.all.filter(({ path }) => isWanted(String(path[0])));
    this.all = this.all.filter(({ path }) => !isWanted(String(path[0])));
    return part;
  }

  merge(other: NaiveMarks): void {
    for (const mark of other.all) this.#add(mark);
  }

  #end(isRemoved: (mark: Mark) => boolean, isUsers: boolean): void {
    const removed = this.all.filter(isRemoved);
    this.all = this.all.filter((mark) => !isRemoved(mark));
    for (const { path, kind, cancelledByUser, hasCancelled } of removed)
      if (kind === 'reset' && isUsers && (cancelledByUser || hasCancelled))
        this.#add({ path, kind: 'decided' });
  }

  #add(mark: Mark): void {
    if (!this.all.some(({ path }) => isSame(path, mark.path))) this.all = [...this.all, mark];
  }
}

function isSame(path: PathSegments, other: PathSegments): boolean {
  return path.length === other.length && isAtOrAbove(path, other);
}

type Marks = ObjectMarks | NaiveMarks;
type Done = (marks: Marks) => void;

const path = fc.array(fc.constantFrom<string | number>('a', 'b', 0, 1, '0'), { minLength: 1, maxLength: 4 });
const moves: ((index: number) => number | undefined)[] = [
  (index) => (index === 0 ? undefined : index - 1),
  (index) => index + 1,
  (index) => (index < 2 ? 1 - index : index),
];
/** A call of a method with random arguments. */
const call = (method: keyof ObjectMarks & keyof NaiveMarks, ...args: fc.Arbitrary<unknown>[]) =>
  fc.tuple(...args).map(
    (values): Done =>
      (marks) => {
        (marks[method] as (...of: unknown[]) => void)(...values);
      },
  );
const step = fc.oneof(
  call('reset', path),
  call('decided', path),
  call('written', path, fc.boolean()),
  call('noteCancelled', path, fc.constantFrom({ hasCancelled: true }, { cancelledByUser: true })),
  call('movedElements', path, fc.constantFrom(...moves)),
  call('rearranged', path),
  call('restored', path),
  call('forget', path),
);

const byPath = (all: readonly Mark[]) =>
  all.map((mark) => JSON.stringify(mark, Object.keys(mark).sort())).sort();

function assertSame(marks: ObjectMarks, naive: NaiveMarks): void {
  assert.deepEqual(byPath(marks.all), byPath(naive.all));
  assert.equal(marks.isEmpty, naive.all.length === 0);
  assert.deepEqual(marks.members, new Set(naive.all.map(({ path: [name] }) => String(name))));
  assert.equal(
    marks.isAnyDecided,
    naive.all.some(({ kind, cancelledByUser }) => kind !== 'reset' || cancelledByUser),
  );
}

test('marks equal those of the reference implementation', () => {
  const steps = fc.array(step, { maxLength: 20 });
  checkAlways(
    fc.property(steps, steps, (before, after) => {
      const [marks, naive] = [new ObjectMarks(), new NaiveMarks()];
      for (const each of before) {
        for (const one of [marks, naive]) each(one);
        assertSame(marks, naive);
      }
      // A save takes the marks of a member, later changes affect both, and the marks are merged back.
      const [taken, naiveTaken] = [marks.split((name) => name === 'a'), naive.split((name) => name === 'a')];
      for (const each of after) for (const one of [marks, taken, naive, naiveTaken]) each(one);
      assertSame(marks, naive);
      assertSame(taken, naiveTaken);
      marks.merge(taken);
      naive.merge(naiveTaken);
      assertSame(marks, naive);
    }),
    { numRuns: 2000 },
  );
});
