import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import {
  act,
  between,
  boxes,
  number,
  parts,
  reference,
  runs,
  some,
} from '../../../test/support/interruptions.js';
import { checkAlways } from '../../../test/support/random.js';
import { type Stage, show } from '../../../test/support/stored-things.js';
import type { JsonObject } from '../json.js';
import { toTheEnd } from '../to-the-end.js';
import { slice } from '../types/graph/long-lists.js';
import { ExposedObjectSnapshot } from './snapshot.js';

// Something may happen between any two elements of a list.
const usual = slice.elements;
slice.elements = 1;
after(() => {
  slice.elements = usual;
});

const handleOf = ({ model }: Stage) => model.objects.bySourceKey('t0')!;

test('a preset in slices says what its object is at the end, as one at once does then', () => {
  let interrupted = 0;
  const property = fc.property(some, between, (before, changes) => {
    const on = show();
    for (const each of before) act(on, each);
    const slices = ExposedObjectSnapshot.captureDeltaInSlices(on.model, handleOf(on));
    const taken = runs(slices, changes, [on]);
    interrupted += taken.interrupted;
    const atOnce = ExposedObjectSnapshot.captureDelta(on.model, handleOf(on));
    assert.deepEqual(taken.value, atOnce);
  });
  checkAlways(property, { numRuns: 300 });
  assert.ok(interrupted > 30, `${interrupted} interruptions`);
});

test('a preset that is given in slices sets what one at once does in the end', () => {
  let interrupted = 0;
  const given = fc.record({ n: number, boxes, parts, other: reference }, { requiredKeys: [] });
  const property = fc.property(some, given, between, (before, members, changes) => {
    const [one, other] = [show(), show()];
    for (const each of before) for (const on of [one, other]) act(on, each);
    const snapshot = new ExposedObjectSnapshot('Thing', members as JsonObject);
    const missing: string[][] = [[], []];
    const slices = snapshot.restoreInSlices(one.model, handleOf(one), (at) => void missing[0]!.push(at));
    const set = runs(slices, changes, [one, other]);
    interrupted += set.interrupted;
    snapshot.restore(other.model, handleOf(other), (at) => void missing[1]!.push(at));
    assert.deepEqual(missing[0], missing[1]);
    assert.deepEqual(one.seen(), other.seen());
  });
  checkAlways(property, { numRuns: 300 });
  assert.ok(interrupted > 30, `${interrupted} interruptions`);
});

test('a long list of a preset is gone through in slices, and not set before the last', () => {
  slice.elements = usual;
  try {
    const on = show();
    const count = 20 * usual;
    const list = (a: number) => Array.from({ length: count }, () => ({ a }));
    on.put('t0', 'parts', list(7), 'user');
    const handle = handleOf(on);
    const taken = runs(ExposedObjectSnapshot.captureDeltaInSlices(on.model, handle), [], []);
    assert.ok(taken.count >= 20, `${taken.count} slices`);
    on.put('t0', 'parts', list(8), 'user');
    const values = () => (handle.target as { parts: { a: number }[] }).parts.map(({ a }) => a);
    const slices = taken.value.restoreInSlices(on.model, handle, () => {});
    let steps = 0;
    for (let next = slices.next(); !next.done; next = slices.next()) {
      steps++;
      assert.ok(values().every((a) => a === 8));
    }
    assert.ok(steps >= 20, `${steps} slices`);
    assert.ok(values().every((a) => a === 7));
  } finally {
    slice.elements = 1;
  }
});

for (const what of ['made', 'given'] as const)
  test(`an object that goes while a preset of it is ${what} is not found, and nothing is set`, () => {
    const on = show();
    const { model } = on;
    const handle = model.objects.bySourceKey('t2')!;
    const members = { n: 4, parts: Array.from({ length: 20 }, () => ({ a: 3 })) };
    const slices: Generator<void, unknown> =
      what === 'made'
        ? ExposedObjectSnapshot.captureDeltaInSlices(model, handle)
        : new ExposedObjectSnapshot('Thing', members).restoreInSlices(model, handle, assert.fail);
    if (what === 'made') on.put('t2', 'parts', members.parts, 'user');
    slices.next();
    slices.next();
    model.objects.unregister(handle);
    assert.throws(() => toTheEnd(slices), { code: 'object-not-found' });
    assert.equal((handle.target as { n: number }).n, 0);
    assert.ok(!model.saved.changedTargets().includes(handle.target));
  });
