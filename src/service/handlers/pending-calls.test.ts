import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deferred } from '../../../test/support/deferred.js';
import { PendingCalls } from './pending-calls.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));
const refused = { code: 'too-many-requests' };

test('asynchronous functions are called up to a limit of bytes, and again after others settle', async () => {
  const pendingCalls = new PendingCalls({ calls: 100, bytes: 10 });
  const [slow, quick] = [{}, {}];
  const [first, second] = [deferred(), deferred()];
  pendingCalls.check(slow, 6);
  pendingCalls.add(slow, 6, first.promise);
  pendingCalls.check(slow, 4);
  assert.throws(() => pendingCalls.check(slow, 5), refused);
  pendingCalls.check(quick, 5);
  pendingCalls.add(slow, 4, second.promise);
  assert.throws(() => pendingCalls.check(slow, 1), refused);
  first.resolve();
  await turn();
  pendingCalls.check(slow, 6);
  second.reject(new Error('failed'));
  await turn();
  // A single call is made however many bytes it has.
  pendingCalls.check(slow, 11);
});

test('asynchronous functions are called up to a limit of calls', async () => {
  const pendingCalls = new PendingCalls({ calls: 2, bytes: 10 });
  const slow = {};
  const calls = [deferred(), deferred()];
  for (const { promise } of calls) {
    pendingCalls.check(slow, 0);
    pendingCalls.add(slow, 0, promise);
  }
  assert.throws(() => pendingCalls.check(slow, 0), refused);
  calls[1]!.resolve();
  await turn();
  pendingCalls.check(slow, 0);
});
