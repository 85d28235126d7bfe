import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BatchLimits } from './batch-limits.js';

const read = { method: 'GET', path: '/exposed/object/a' };
const write = { method: 'PUT', path: '/exposed/object/a', body: {} };

test('echoes are left out past 16 MiB, and reads and calls are refused then', () => {
  const limits = new BatchLimits();
  const body = 'a'.repeat(8 * 1024 * 1024);
  const call = { method: 'POST', path: '/exposed/Function/a/b', body: {} };
  assert.equal(limits.refusal(read), undefined);
  assert.equal(limits.refusal(call), undefined);
  const echoes = Array.from({ length: 3 }, () => limits.echo(write, { status: 200, body }).body);
  assert.deepEqual(
    echoes.map((echo) => echo === body),
    [true, true, false],
  );
  assert.equal(limits.echo(read, { status: 200, body }).status, 413);
  assert.equal(limits.refusal(read)?.status, 413);
  assert.equal(limits.refusal(call)?.status, 413);
  assert.equal(limits.refusal(write), undefined);
});

test('no item runs once a second of processor time is used (LIM-5)', () => {
  let spent = 500;
  const limits = new BatchLimits(() => spent);
  const run = () => limits.refusal(write)?.status;
  spent += 999;
  assert.deepEqual(Array.from({ length: 40 }, run), Array(40).fill(undefined));
  assert.equal(limits.tooLong, undefined);
  spent += 1;
  const statuses = Array.from({ length: 100 }, run);
  const first = statuses.indexOf(503);
  assert.ok(first >= 0 && first < 20);
  assert.ok(statuses.slice(first).every((status) => status === 503));
  assert.match(limits.tooLong!, /1 s/);
});
