import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../json.js';
import type { PropertyRef, Steps } from '../objects/property-ref.js';
import type { ExposedMember } from '../types/exposed-member.js';
import type { Entry } from './entry.js';
import { heldUnder } from './under.js';

const member = { name: 'list' } as ExposedMember;

/** What entries of something inside a member hold under it. */
function under(inner: readonly (readonly [Steps, Json])[], path: Steps = []): Json[] {
  const entries = inner.map(
    ([, json]) => ({ isInner: true, text: { json: () => json } }) as unknown as Entry,
  );
  return heldUnder(entries, member, path, (entry) => {
    const [at] = inner[entries.indexOf(entry)]!;
    return { unit: { member }, unitPath: ['list', ...at] } as unknown as PropertyRef;
  });
}

test('entries of something inside elements are one list, in whatever order they come', () => {
  const elements = [
    [[2, 'part'], { a: 1 }],
    [[0], { b: 2 }],
    [[4], { c: 3 }],
    [[2, 'parts', 1], { d: 4 }],
  ] as const;
  assert.deepEqual(under(elements), [
    [{ b: 2 }, {}, { part: { a: 1 }, parts: [{}, { d: 4 }] }, {}, { c: 3 }],
  ]);
  assert.deepEqual(under(elements, [2]), [{ part: { a: 1 }, parts: [{}, { d: 4 }] }]);
});

test('entries of very many elements are no longer than their list', () => {
  const count = 2000;
  const lists = under(Array.from({ length: count }, (_, i) => [[count - 1 - i], { at: i }] as const));
  assert.deepEqual(
    lists.map((list) => (list as Json[]).length),
    [count],
  );
});

test('what a later entry says of the same place, or of something in what an earlier one says, comes behind that', () => {
  const first = { a: 1 };
  assert.deepEqual(
    under([
      [[1], first],
      [[1], { a: 2 }],
      [[1, 'part'], { b: 3 }],
      [[0], { c: 4 }],
      [[], [{ d: 5 }]],
      [[0], { c: 6 }],
    ]),
    [[{}, { a: 1 }], [{}, { a: 2 }], [{ c: 4 }, { part: { b: 3 } }], [{ d: 5 }], [{ c: 6 }]],
  );
  assert.deepEqual(first, { a: 1 });
});
