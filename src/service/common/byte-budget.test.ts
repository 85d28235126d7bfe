import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ByteBudget } from './byte-budget.js';

function budget(limit: number) {
  const dropped: string[] = [];
  const bytes = new ByteBudget<{ name: string }>(limit, ({ name }) => dropped.push(name));
  return { bytes, dropped, holders: ['a', 'b', 'c'].map((name) => ({ name })) };
}

test('past the limit the holder that was idle longest is dropped', () => {
  const { bytes, dropped, holders } = budget(10);
  const [a, b, c] = holders as [{ name: string }, { name: string }, { name: string }];
  bytes.hold(a, 4);
  bytes.hold(b, 4);
  bytes.hold(a, 3);
  assert.deepEqual(dropped, []);
  bytes.hold(c, 4);
  assert.deepEqual(dropped, ['b']);
  assert.equal(bytes.bytes, 7);
});

test('as many holders are dropped as needed, and released bytes do not count', () => {
  const { bytes, dropped, holders } = budget(10);
  const [a, b, c] = holders as [{ name: string }, { name: string }, { name: string }];
  bytes.hold(a, 5);
  bytes.hold(b, 5);
  bytes.release(a);
  bytes.hold(c, 5);
  assert.deepEqual(dropped, []);
  bytes.hold(a, 10);
  assert.deepEqual(dropped, ['b', 'c']);
  assert.equal(bytes.bytes, 10);
});

test('a holder with more bytes than the limit is dropped itself', () => {
  const { bytes, dropped, holders } = budget(10);
  bytes.hold(holders[0]!, 11);
  assert.deepEqual(dropped, ['a']);
  assert.equal(bytes.bytes, 0);
});
