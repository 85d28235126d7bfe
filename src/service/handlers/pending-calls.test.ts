import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PendingCalls } from './pending-calls.js';

function call() {
  let settle = () => {};
  let fail = () => {};
  const result = new Promise<void>((resolve, reject) => {
    settle = resolve;
    fail = () => reject(new Error('failed'));
  });
  return { result, settle, fail };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));
const refused = { code: 'too-many-requests' };

test('functions that answer later are called up to so many bytes, and again once others have settled', async () => {
  const late = new PendingCalls({ calls: 100, bytes: 10 });
  const [slow, quick] = [{}, {}];
  const [first, second] = [call(), call()];
  late.check(slow, 6);
  late.note(slow, 6, first.result);
  late.check(slow, 4);
  assert.throws(() => late.check(slow, 5), refused);
  late.check(quick, 5);
  late.note(slow, 4, second.result);
  assert.throws(() => late.check(slow, 1), refused);
  first.settle();
  await turn();
  late.check(slow, 6);
  second.fail();
  await turn();
  // By itself each is called, however much it holds.
  late.check(slow, 11);
});

test('and up to so many calls', async () => {
  const late = new PendingCalls({ calls: 2, bytes: 10 });
  const slow = {};
  const calls = [call(), call()];
  for (const { result } of calls) {
    late.check(slow, 0);
    late.note(slow, 0, result);
  }
  assert.throws(() => late.check(slow, 0), refused);
  calls[1]!.settle();
  await turn();
  late.check(slow, 0);
});
