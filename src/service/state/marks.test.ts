import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movedIndexes } from './baseline.js';
import { Mentions } from './marks.js';

test('a value mentions exactly the paths inside it', () => {
  const value = { part: { size: 1, cut: { '@truncated': true } }, to: { '@ref': '7' }, list: [1, { a: 2 }] };
  for (const rest of [['part'], ['part', 'size'], ['to', 'anything'], ['list', 0], ['list', 1, 'a']])
    assert.equal(new Mentions(value).has(rest), true, rest.join('/'));
  for (const rest of [['other'], ['part', 'name'], ['part', 'cut'], ['part', 'cut', 'a'], ['list', 1, 'b']])
    assert.equal(new Mentions(value).has(rest), false, rest.join('/'));
});

test('a list mentions elements past its end as removed, and a partial list omits their members', () => {
  assert.equal(new Mentions({ list: [1] }).has(['list', 1]), true);
  assert.equal(new Mentions({ list: [1] }).has(['list', 1, 'a']), true);
  assert.equal(new Mentions({ list: [1] }, true).has(['list', 1]), true);
  assert.equal(new Mentions({ list: [1] }, true).has(['list', 1, 'a']), false);
  const operations = { list: [{ '@op': 'remove', '@index': 0 }] };
  assert.equal(new Mentions(operations, true).has(['list', 0, 'a']), true);
  assert.equal(new Mentions(operations).has(['list', 0, 'a']), false);
});

test('member indexes follow the names of the members', () => {
  const indexOf = (index: number) => (index === 1 ? undefined : index + 3);
  assert.deepEqual([...movedIndexes(new Set([0, 1, 2]), indexOf)], [3, 5]);
});
