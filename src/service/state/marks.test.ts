import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Mentions } from './marks.js';
import { movedIndexes, movedValues } from './relinked.js';

test('what is written mentions what it says something of', () => {
  const value = { part: { size: 1, cut: { '@truncated': true } }, to: { '@ref': '7' }, list: [1, { a: 2 }] };
  for (const rest of [['part'], ['part', 'size'], ['to', 'anything'], ['list', 0], ['list', 1, 'a']])
    assert.equal(new Mentions(value).has(rest), true, rest.join('/'));
  for (const rest of [['other'], ['part', 'name'], ['part', 'cut'], ['part', 'cut', 'a'], ['list', 1, 'b']])
    assert.equal(new Mentions(value).has(rest), false, rest.join('/'));
});

test('elements past the end are gone after a write, and may stay where a file does not mention them', () => {
  assert.equal(new Mentions({ list: [1] }).has(['list', 1]), true);
  assert.equal(new Mentions({ list: [1] }).has(['list', 1, 'a']), true);
  assert.equal(new Mentions({ list: [1] }, true).has(['list', 1]), true);
  assert.equal(new Mentions({ list: [1] }, true).has(['list', 1, 'a']), false);
  const operations = { list: [{ '@op': 'remove', '@index': 0 }] };
  assert.equal(new Mentions(operations, true).has(['list', 0, 'a']), true);
  assert.equal(new Mentions(operations).has(['list', 0, 'a']), false);
});

test('what is known of members goes with their names to other indexes', () => {
  const indexOf = (index: number) => (index === 1 ? undefined : index + 3);
  assert.deepEqual([...movedIndexes(new Set([0, 1, 2]), indexOf)], [3, 5]);
  const values: [number, unknown][] = [
    [0, 'a'],
    [1, 'b'],
    [2, undefined],
  ];
  assert.deepEqual(
    [...movedValues(values, indexOf)],
    [
      [3, 'a'],
      [5, undefined],
    ],
  );
});
