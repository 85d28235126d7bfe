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

test('asynchronous functions are called up to a limit of bytes, and again after others settle', async () => {
  const pendingCalls = new PendingCalls({ calls: 100, bytes: 10 });
  const [slow, quick] = [{}, {}];
  const [first, second] = [call(), call()];
  pendingCalls.check(slow, 6);
  pendingCalls.add(slow, 6, first.result);
  pendingCalls.check(slow, 4);
  assert.throws(() => pendingCalls.check(slow, 5), refused);
  pendingCalls.check(quick, 5);
  pendingCalls.add(slow, 4, second.result);
  assert.throws(() => pendingCalls.check(slow, 1), refused);
  first.settle();
  await turn();
  pendingCalls.check(slow, 6);
  second.fail();
  await turn();
  // A single call is made however many bytes it has.
  pendingCalls.check(slow, 11);
});

test('asynchronous functions are called up to a limit of calls', async () => {
  const pendingCalls = new PendingCalls({ calls: 2, bytes: 10 });
  const slow = {};
  const calls = [call(), call()];
  for (const { result } of calls) {
    pendingCalls.check(slow, 0);
    pendingCalls.add(slow, 0, result);
  }
  assert.throws(() => pendingCalls.check(slow, 0), refused);
  calls[1]!.settle();
  await turn();
  pendingCalls.check(slow, 0);
});
