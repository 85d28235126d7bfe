import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiRequest } from '../http/api.js';
import { BatchHandler } from './batch.js';

test('a batch that has answered too much reads no further, and at last does nothing more', () => {
  let calls = 0;
  const long = 'x'.repeat(30 * 1024 * 1024);
  const dispatch = (method: string) => {
    if (method === 'POST') calls++;
    return { status: 200, body: method === 'POST' ? long : '1' };
  };
  // By a clock that stands still: what the texts cost the machine would end the batch sooner where it is slow.
  const clock = { now: () => 0, spent: () => 0 };
  const handler = new BatchHandler(dispatch, (run) => run(), assert.fail, clock);
  const call = { method: 'POST', path: '/exposed/function/desk/long' };
  const read = { method: 'get', path: '/exposed/object/desk/level' };
  const requests = [call, read, call, call, read, ...Array(20).fill(call)];
  const { body } = handler.routes[0]!.handle({ body: { requests } } as unknown as ApiRequest) as {
    body: Iterable<string>;
  };
  const statuses = Array.from(body, (piece) => piece.slice(0, 60).match(/"status":(\d+)/)?.[1]).filter(
    Boolean,
  );
  assert.deepEqual(statuses.slice(0, 6), ['200', '200', '200', '200', '413', '200']);
  assert.equal(statuses.length, 25);
  assert.deepEqual(statuses.slice(11), Array(14).fill('413'));
  assert.equal(calls, statuses.filter((status) => status === '200').length - 1);
});
