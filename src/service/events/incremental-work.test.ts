import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { IncrementalWork } from './incremental-work.js';

/** A task whose steps take 0.2 ms each on a clock that only they advance. */
function work() {
  let now = 0;
  const done: string[] = [];
  const sliced = new IncrementalWork(() => now);
  function* steps(name: string, count: number): Generator<void> {
    for (let i = 1; i <= count; i++) {
      now += 0.2;
      done.push(`${name}${i}`);
      yield;
    }
  }
  return { sliced, done, steps };
}

test('one turn of the event loop runs one slice, however many tasks there are', async () => {
  const { sliced, done, steps } = work();
  const spent: number[] = [];
  sliced.begin(steps('a', 2), (ms) => spent.push(ms));
  assert.deepEqual(done, ['a1', 'a2']);
  sliced.begin(steps('b', 4), (ms) => spent.push(ms));
  sliced.begin(steps('c', 1), (ms) => spent.push(ms));
  // The slice of 0.5 ms ends with the step that exceeds it.
  assert.deepEqual(done, ['a1', 'a2', 'b1']);
  await turn();
  assert.deepEqual(done, ['a1', 'a2', 'b1', 'b2', 'b3', 'b4']);
  await turn();
  assert.deepEqual(done.slice(6), ['c1']);
  assert.ok(sliced.isDone);
  assert.deepEqual(
    spent.map((ms) => Math.round(ms * 10)),
    [4, 8, 2],
  );
});

test('finish runs all remaining steps immediately', () => {
  const { sliced, done, steps } = work();
  sliced.begin(steps('a', 100));
  sliced.begin(steps('b', 100));
  assert.equal(done.length, 3);
  sliced.finish();
  assert.equal(done.length, 200);
  assert.ok(sliced.isDone);
});
