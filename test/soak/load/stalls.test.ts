import assert from 'node:assert/strict';
import test from 'node:test';
import { Stalls } from './stalls.js';

test('a stall excuses closed connections for a short time, and nothing else', () => {
  let now = 0;
  const stalls = new Stalls(() => now);
  const closed = 'POST /exposed/batch: socket hang up';
  now += 500;
  stalls.look();
  assert.equal(stalls.excuses(closed), false);
  now += 8500;
  assert.equal(stalls.excuses(closed), true);
  assert.equal(stalls.excuses('PUT was answered with 500'), false);
  for (let i = 0; i < 10; i++) {
    now += 500;
    stalls.look();
  }
  assert.equal(stalls.excuses(closed), false);
});
