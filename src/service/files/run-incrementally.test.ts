import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runIncrementally } from './run-incrementally.js';

test('long work lets other work run', async () => {
  let now = 0;
  function* steps(count: number) {
    for (let i = 0; i < count; i++) {
      now += 0.5;
      yield;
    }
    return count;
  }
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  assert.equal(await runIncrementally(steps(40), () => now), 40);
  isDone = true;
  assert.ok(turns >= 8, `${turns} turns in 20 ms of work`);
});

test('an error in a step rejects the promise', async () => {
  const steps = (function* () {
    yield;
    throw new Error('broken');
  })();
  await assert.rejects(runIncrementally(steps), /broken/);
});
