import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LargeResponseBudget } from './large-response-budget.js';

const megabyte = 1024 * 1024;

test('large responses are sent whole within a budget that refills with time', () => {
  let now = 5;
  const long = new LargeResponseBudget(() => now);
  assert.equal(long.take(40 * megabyte), false);
  assert.equal(long.take(30 * megabyte), true);
  assert.equal(long.take(3 * megabyte), false);
  assert.equal(long.take(2 * megabyte), true);
  assert.equal(long.take(1), false);
  now += 7_500;
  assert.equal(long.take(17 * megabyte), false);
  assert.equal(long.take(16 * megabyte), true);
  now += 1_000_000;
  assert.equal(long.take(32 * megabyte), true);
  assert.equal(long.take(megabyte), false);
});
