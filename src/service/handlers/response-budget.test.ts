import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ResponseBudget } from './response-budget.js';

const read = { method: 'GET', path: '/exposed/object/a' };
const write = { method: 'PUT', path: '/exposed/object/a', body: {} };

test('echoes are left out past 16 MiB, and reads and calls are refused then', () => {
  const budget = new ResponseBudget();
  const body = 'a'.repeat(8 * 1024 * 1024);
  const call = { method: 'POST', path: '/exposed/Function/a/b', body: {} };
  assert.equal(budget.refusal(read), undefined);
  assert.equal(budget.refusal(call), undefined);
  const echoes = Array.from({ length: 3 }, () => budget.echo(write, { status: 200, body }).body);
  assert.deepEqual(
    echoes.map((echo) => echo === body),
    [true, true, false],
  );
  assert.equal(budget.echo(read, { status: 200, body }).status, 413);
  assert.equal(budget.refusal(read)?.status, 413);
  assert.equal(budget.refusal(call)?.status, 413);
  assert.equal(budget.refusal(write), undefined);
});
