import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ByteBudget } from './byte-budget.js';

function held(limit: number) {
  const dropped: string[] = [];
  const bytes = new ByteBudget<{ name: string }>(limit, ({ name }) => dropped.push(name));
  return { bytes, dropped, holders: ['a', 'b', 'c'].map((name) => ({ name })) };
}

test('past the bound the one goes that has not moved for the longest time', () => {
  const { bytes, dropped, holders } = held(10);
  const [a, b, c] = holders as [{ name: string }, { name: string }, { name: string }];
  bytes.hold(a, 4);
  bytes.hold(b, 4);
  bytes.hold(a, 3);
  assert.deepEqual(dropped, []);
  bytes.hold(c, 4);
  assert.deepEqual(dropped, ['b']);
  assert.equal(bytes.bytes, 7);
});

test('as many go as are too many, and what was released counts no more', () => {
  const { bytes, dropped, holders } = held(10);
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

test('one that holds more than the bound alone goes itself', () => {
  const { bytes, dropped, holders } = held(10);
  bytes.hold(holders[0]!, 11);
  assert.deepEqual(dropped, ['a']);
  assert.equal(bytes.bytes, 0);
});
