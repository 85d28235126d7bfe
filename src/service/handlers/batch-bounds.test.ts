import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BatchBounds } from './batch-bounds.js';

const write = { method: 'PUT', path: '/exposed/object/a', body: {} };

test('no item runs once a second of processor time is used (LIM-5)', () => {
  let spent = 500;
  let now = 0;
  const bounds = new BatchBounds({ spent: () => spent, now: () => now });
  const run = () => bounds.refusal(write)?.status;
  assert.deepEqual(Array.from({ length: 40 }, run), Array(40).fill(undefined));
  spent += 999;
  now += 5000;
  assert.deepEqual(Array.from({ length: 40 }, run), Array(40).fill(undefined));
  assert.equal(bounds.tooLong, undefined);
  spent += 1;
  const statuses = Array.from({ length: 200 }, run);
  const first = statuses.indexOf(503);
  assert.ok(first >= 0 && first < 100);
  assert.ok(statuses.slice(first).every((status) => status === 503));
  assert.match(bounds.tooLong!, /1 s/);
});
