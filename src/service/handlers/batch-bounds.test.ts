import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BatchBounds } from './batch-bounds.js';

const read = { method: 'GET', path: '/exposed/object/a' };
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

test('echoes are left out past 16 MiB, and reads and calls are refused then', () => {
  const bounds = new BatchBounds({ spent: () => 0, now: () => 0 });
  const body = 'a'.repeat(8 * 1024 * 1024);
  const call = { method: 'POST', path: '/exposed/Function/a/b', body: {} };
  assert.equal(bounds.refusal(read), undefined);
  assert.equal(bounds.refusal(call), undefined);
  const echoes = Array.from({ length: 3 }, () => bounds.echo(write, { status: 200, body }).body);
  assert.deepEqual(
    echoes.map((echo) => echo === body),
    [true, true, false],
  );
  assert.equal(bounds.echo(read, { status: 200, body }).status, 413);
  assert.equal(bounds.refusal(read)?.status, 413);
  assert.equal(bounds.refusal(call)?.status, 413);
  assert.equal(bounds.refusal(write), undefined);
});
