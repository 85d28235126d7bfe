import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countedPath } from '../../../../test/support/counted-path.js';
import { checkAlways } from '../../../../test/support/random.js';
import type { Json } from '../../common/json.js';
import { isAtOrAbove, Mentions } from '../../state/marks.js';
import { type PendingReference, PendingReferences } from './pending-references.js';

test('what waits is found and taken out without looking at all else that waits', () => {
  let looks = 0;
  const count = 2000;
  const list = new PendingReferences();
  const all = Array.from({ length: count }, (_, i): PendingReference => {
    const path = countedPath(['list', i], () => looks++);
    return { entryPath: path, objectPath: path, savedPath: path, isLeftOut: false };
  });
  for (const each of all) list.add(each);
  assert.ok(looks > 0 && looks < 100 * count, `${looks} looks to add`);
  looks = 0;
  for (const each of all.slice(0, -2)) list.remove(each);
  for (const each of all.slice(0, -2)) list.noteResolved(each, {});
  assert.ok(looks > 0 && looks < 200 * count, `${looks} looks to take out`);
  assert.deepEqual(
    list.all.map(({ entryPath: [, index] }) => index),
    [count - 2, count - 1],
  );
});

test('a place that waits again is the last that does, and has not come', () => {
  const list = new PendingReferences();
  const waiting = (index: number | string, isLeftOut = false): PendingReference => ({
    entryPath: ['list', index],
    objectPath: ['list', index],
    savedPath: ['list', index],
    isLeftOut,
  });
  for (const each of [waiting(0, true), waiting(1), waiting('0')]) list.add(each);
  list.noteResolved(waiting(1), {});
  list.add(waiting(1));
  list.add(waiting(0));
  assert.equal(list.hasResolved, false);
  assert.deepEqual(list.all, [waiting('0'), waiting(1), waiting(0, true)]);
  assert.ok(list.hasAtOrAbove(['list', 1, 'a']));
  assert.ok(!list.hasAtOrAbove(['list', 2]));
  assert.deepEqual(list.cancelAt(['list', 1], 5), [['list', 1]]);
  assert.deepEqual(list.all, [waiting('0'), waiting(0, true)]);
});

test('what other entries have set ends what waits there, in one pass over both', () => {
  const count = 2000;
  let looks = 0;
  const list = new PendingReferences();
  for (let i = 0; i < count; i++) {
    const path = countedPath(['list', i, 'aim'], () => looks++);
    list.add({ entryPath: path, objectPath: path, savedPath: path, isLeftOut: false });
  }
  looks = 0;
  const set = Array.from({ length: count - 1 }, (_, i) => countedPath(['list', i], () => looks++));
  list.cancelInside(set);
  assert.deepEqual(list.all.length, 1);
  assert.ok(looks > 0 && looks < 100 * count, `${looks} looks`);
});

test('a write ends what waits about its place without looking at all else that waits', () => {
  let looks = 0;
  const count = 2000;
  const list = new PendingReferences();
  const all = Array.from({ length: count }, (_, i): PendingReference => {
    const path = countedPath(['list', i], () => looks++);
    return { entryPath: path, objectPath: path, savedPath: path, isLeftOut: false };
  });
  for (const each of all) list.add(each);
  // Half of it has come.
  for (const [i, each] of all.entries()) {
    if (i % 2 === 0) continue;
    list.remove(each);
    list.noteResolved(each, {});
  }
  looks = 0;
  for (let i = 0; i < count; i++)
    assert.deepEqual(list.cancelAt(['list', i], null), i % 2 === 0 ? [['list', i]] : []);
  assert.equal(list.size, 0);
  assert.equal(list.hasResolved, false);
  assert.ok(looks > 0 && looks < 200 * count, `${looks} looks`);
});

test('whatever is written, what is about its place ends, and nothing else does', () => {
  const step = fc.constantFrom('a', 'b', 0, 1, '0');
  const path = fc.array(step, { minLength: 1, maxLength: 3 });
  const json = fc.constantFrom<Json | undefined>(
    undefined,
    null,
    5,
    {},
    { a: 1 },
    [1],
    { b: [{ a: 1 }] },
    {
      '@truncated': true,
    },
  );
  const action = fc.oneof(
    fc.record({ put: path, at: path, has: fc.boolean(), isLeftOut: fc.boolean() }),
    fc.record({ write: path, json }),
    fc.record({ array: path, by: fc.constantFrom(-1, 1) }),
  );
  checkAlways(
    fc.property(fc.array(action, { maxLength: 25 }), (actions) => {
      const list = new PendingReferences();
      for (const each of actions) {
        if ('put' in each) {
          const { put: entryPath, at: objectPath, isLeftOut } = each;
          list.add({ entryPath, objectPath, savedPath: objectPath, isLeftOut });
          if (!each.has) continue;
          list.remove({ entryPath, objectPath, savedPath: objectPath, isLeftOut });
          list.noteResolved({ entryPath, objectPath, savedPath: objectPath, isLeftOut }, {});
        } else if ('array' in each) {
          list.move(each.array, (index) => (index + each.by < 0 ? undefined : index + each.by));
        } else {
          const before = [list.all, comeOf(list)];
          const isEnded = endedBy(each.write, each.json);
          const ended = list.cancelAt(each.write, each.json);
          const left = before.map((some) => some.filter((waiting) => !isEnded(waiting)));
          assert.deepEqual([list.all, comeOf(list)], left);
          const places = before[0]!.filter(isEnded).map(({ objectPath }) => objectPath);
          assert.deepEqual(new Set(ended.map(textOf)), new Set(places.map(textOf)));
          assert.equal(ended.length, places.length);
        }
      }
    }),
    { numRuns: 2000 },
  );
});

const textOf = (value: unknown) => JSON.stringify(value);

function comeOf(list: PendingReferences): PendingReference[] {
  const all: PendingReference[] = [];
  list.reopen((come) => {
    all.push(come);
    return false;
  });
  return all;
}

/** By looking at each of all that waits. */
function endedBy(
  path: PendingReference['objectPath'],
  json: Json | undefined,
): (waiting: PendingReference) => boolean {
  return ({ objectPath, isLeftOut }) => {
    const isIn = isAtOrAbove(path, objectPath);
    const isSaid = json === undefined || new Mentions(json).has(objectPath.slice(path.length));
    if (!isLeftOut) return isAtOrAbove(objectPath, path) || (isIn && isSaid);
    const array = objectPath.slice(0, -1);
    let at: unknown = json;
    for (const step of array.slice(path.length))
      at = (at as Record<string, unknown> | undefined | null)?.[step];
    return isIn && isSaid && path.length <= array.length && !Array.isArray(at);
  };
}
