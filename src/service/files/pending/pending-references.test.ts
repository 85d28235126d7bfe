import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkAlways } from '../../../../test/support/random.js';
import type { Json } from '../../common/json.js';
import { isAtOrAbove, Mentions } from '../../state/marks.js';
import { type PendingReference, PendingReferences } from './pending-references.js';

test('a reference that becomes pending again is last and not resolved', () => {
  const list = new PendingReferences();
  const pending = (index: number | string, isLeftOut = false): PendingReference => ({
    entryPath: ['list', index],
    objectPath: ['list', index],
    savedPath: ['list', index],
    isLeftOut,
  });
  for (const each of [pending(0, true), pending(1), pending('0')]) list.add(each);
  list.noteResolved(pending(1), {});
  list.add(pending(1));
  list.add(pending(0));
  assert.deepEqual(list.all, [pending('0'), pending(1), pending(0, true)]);
  assert.ok(list.hasAtOrAbove(['list', 1, 'a']));
  assert.ok(!list.hasAtOrAbove(['list', 2]));
  assert.deepEqual(list.cancelAt(['list', 1], 5), [['list', 1]]);
  assert.deepEqual(list.all, [pending('0'), pending(0, true)]);
});

test('a write cancels exactly the pending references at, above or inside its path', () => {
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
          const before = [list.all, resolvedOf(list)];
          const isCancelled = cancelledBy(each.write, each.json);
          const cancelled = list.cancelAt(each.write, each.json);
          const left = before.map((some) => some.filter((pending) => !isCancelled(pending)));
          assert.deepEqual([list.all, resolvedOf(list)], left);
          const paths = before[0]!.filter(isCancelled).map(({ objectPath }) => objectPath);
          assert.deepEqual(new Set(cancelled.map(textOf)), new Set(paths.map(textOf)));
          assert.equal(cancelled.length, paths.length);
        }
      }
    }),
    { numRuns: 2000 },
  );
});

const textOf = (value: unknown) => JSON.stringify(value);

function resolvedOf(list: PendingReferences): PendingReference[] {
  const all: PendingReference[] = [];
  list.reopen((reference) => {
    all.push(reference);
    return false;
  });
  return all;
}

/** A reference implementation that visits every pending reference. */
function cancelledBy(
  path: PendingReference['objectPath'],
  json: Json | undefined,
): (pending: PendingReference) => boolean {
  return ({ objectPath, isLeftOut }) => {
    const isIn = isAtOrAbove(path, objectPath);
    const isMentioned = json === undefined || new Mentions(json).has(objectPath.slice(path.length));
    if (!isLeftOut) return isAtOrAbove(objectPath, path) || (isIn && isMentioned);
    const array = objectPath.slice(0, -1);
    let at: unknown = json;
    for (const step of array.slice(path.length))
      at = (at as Record<string, unknown> | undefined | null)?.[step];
    return isIn && isMentioned && path.length <= array.length && !Array.isArray(at);
  };
}
