import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { act, between, runs, some } from '../../../test/support/interruptions.js';
import { checkAlways } from '../../../test/support/random.js';
import { type Stage, show } from '../../../test/support/stored-things.js';
import { resetInSlices } from '../access/long-writes.js';
import { slice } from '../types/graph/long-lists.js';
import { resetAllToDefault, revertAllToDefault } from './reset.js';
import { resetAllInSlices, revertAllInSlices } from './reset-in-slices.js';

// Something may happen between any two elements of a list.
const usual = slice.elements;
slice.elements = 1;
after(() => {
  slice.elements = usual;
});

interface Thing {
  part: object;
  parts: { a: number }[];
  boxes: { part: object; parts: object[] }[];
}

/** One in which what is in a list of an object is in another member of it, too. */
function showThatShares(): Stage {
  const on = show();
  const { objects } = on.model;
  const former = objects.bySourceKey('t1')!;
  objects.unregister(former);
  const thing = new (former.target.constructor as new () => Thing)();
  thing.part = thing.parts[0]!;
  Object.assign(thing.boxes[0]!, { part: thing.parts[0]!, parts: [thing.parts[1]!, thing.parts[0]!] });
  objects.register(thing, { sourceKey: 't1' });
  return on;
}

const all = {
  reset: [resetAllInSlices, resetAllToDefault],
  revert: [revertAllInSlices, revertAllToDefault],
} as const;

/** With slices of three an object by itself is short, and is set back at once beside lists that are long. */
const cases = Object.entries(all).flatMap(([what, how]) => [1, 3].map((size) => ({ what, how, size })));

for (const { what, how, size } of cases) {
  const [inSlices, atOnce] = how;
  test(`a ${what} of everything in slices of ${size} leaves what one at once does in the end`, () => {
    slice.elements = size;
    let interrupted = 0;
    const property = fc.property(some, between, some, (before, changes, behind) => {
      const [one, other] = [showThatShares(), showThatShares()];
      for (const each of before) for (const on of [one, other]) act(on, each);
      one.seen();
      other.seen();
      interrupted += runs(inSlices(one.model), changes, [one, other]).interrupted;
      atOnce(other.model);
      assert.deepEqual(one.seen(), other.seen());
      // What is known of them is the same, too: what counts as an edit, and what the next save and reset make of it.
      for (const each of behind) {
        for (const on of [one, other]) act(on, each);
        assert.deepEqual(one.seen(), other.seen());
      }
      for (const on of [one, other]) {
        on.save();
        resetAllToDefault(on.model);
      }
      assert.deepEqual(one.seen(), other.seen());
    });
    checkAlways(property, { numRuns: 300 });
    assert.ok(interrupted > 30, `${interrupted} interruptions`);
  });
}

/** One with a long list whose first part is another object's as well, which began with another value of it. */
function showWithPartOfTwo(): Stage {
  const on = show();
  const { model } = on;
  const holder = model.objects.bySourceKey('t0')!;
  const other = model.objects.bySourceKey('t1')!;
  on.put(
    't0',
    'parts',
    Array.from({ length: 10 }, (_, a) => ({ a })),
    'host',
  );
  model.defaults.recapture(holder);
  on.put('t0', 'parts/0/a', 5, 'host');
  model.objects.unregister(other);
  const thing = new (other.target.constructor as new () => Thing)();
  thing.part = (holder.target as Thing).parts[0]!;
  model.objects.register(thing, { sourceKey: 't1' });
  on.put('t0', 'parts/3/a', 8, 'user');
  on.put('t1', 'part/a', 9, 'user');
  return on;
}

test('what lies in a long list and is set back behind it is told, saved and known as it is then', () => {
  slice.elements = 3;
  for (const [inSlices, atOnce] of Object.values(all)) {
    const [one, other] = [showWithPartOfTwo(), showWithPartOfTwo()];
    one.seen();
    other.seen();
    for (const slices = inSlices(one.model); !slices.next().done; );
    atOnce(other.model);
    const { parts } = one.model.objects.bySourceKey('t0')!.target as Thing;
    assert.deepEqual([parts[0]!.a, parts[3]!.a], [5, 3]);
    assert.deepEqual(one.seen(), other.seen());
    // What is written and written back is no edit.
    for (const a of [8, 3]) for (const on of [one, other]) on.put('t0', 'parts/3/a', a, 'user');
    assert.deepEqual(one.seen(), other.seen());
    assert.deepEqual([...one.model.dirty.dirtyUnits()], []);
  }
});

test('a reset of a property in slices leaves what one at once does in the end', () => {
  slice.elements = 1;
  let interrupted = 0;
  const place = fc.constantFrom('parts', 'boxes', 'box', 'part', 'names', 'boxes/0', 'boxes/1/parts', 'n');
  const property = fc.property(some, place, between, some, (before, path, changes, behind) => {
    const [one, other] = [showThatShares(), showThatShares()];
    for (const each of before) for (const on of [one, other]) act(on, each);
    one.seen();
    other.seen();
    const find = ({ model }: Stage) => model.resolver.property(model.objects.bySourceKey('t1')!, path);
    const outcome = (run: () => void) => {
      try {
        run();
        return 'done';
      } catch (error) {
        return (error as Error).message;
      }
    };
    const inSlices = outcome(() => {
      const slices = resetInSlices(one.model, () => find(one));
      interrupted += runs(slices, changes, [one, other]).interrupted;
    });
    const atOnce = outcome(() => {
      const ref = find(other);
      other.model.writer.reset(ref, other.model.defaults.of(ref.unit), 'remote');
    });
    assert.equal(inSlices, atOnce);
    assert.deepEqual(one.seen(), other.seen());
    for (const each of behind) {
      for (const on of [one, other]) act(on, each);
      assert.deepEqual(one.seen(), other.seen());
    }
  });
  checkAlways(property, { numRuns: 300 });
  assert.ok(interrupted > 30, `${interrupted} interruptions`);
});

test('a long list goes back in slices, and none of it before the last', () => {
  slice.elements = usual;
  try {
    const on = show();
    const { model } = on;
    const handle = model.objects.bySourceKey('t0')!;
    const list = (a: number) => Array.from({ length: 20 * usual }, () => ({ a }));
    on.put('t0', 'parts', list(7), 'host');
    model.defaults.recapture(handle);
    const values = () => new Set((handle.target as Thing).parts.map(({ a }) => a));
    for (const slices of [
      () => resetAllInSlices(model),
      () => revertAllInSlices(model),
      () => resetInSlices(model, () => model.resolver.property(handle, 'parts')),
    ]) {
      on.put('t0', 'parts', list(8), 'user');
      let steps = 0;
      const running: Generator<void, unknown> = slices();
      for (let next = running.next(); !next.done; next = running.next()) if (values().has(8)) steps++;
      assert.ok(steps >= 60, `${steps} slices`);
      assert.deepEqual([...values()], [7]);
    }
  } finally {
    slice.elements = 1;
  }
});
