import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedRun } from './shared-run.js';

/** Runs that end when they are told to. */
function runs() {
  const ends: ((error?: Error) => void)[] = [];
  const run = () => {
    const number = ends.length;
    return new Promise<number>((resolve, reject) =>
      ends.push((error) => (error === undefined ? resolve(number) : reject(error))),
    );
  };
  return { ask: sharedRun(run), ends };
}

test('those who ask while a run goes on share the next one, which begins after they have asked', async () => {
  const { ask, ends } = runs();
  const first = ask();
  const others = [ask(), ask(), ask()];
  assert.equal(ends.length, 1);
  ends[0]!();
  assert.equal(await first, 0);
  assert.equal(ends.length, 2);
  const late = ask();
  ends[1]!();
  assert.deepEqual(await Promise.all(others), [1, 1, 1]);
  ends[2]!();
  assert.equal(await late, 2);
});

test('a run that fails fails for those who wait for it alone', async () => {
  const { ask, ends } = runs();
  const first = ask();
  const second = ask();
  ends[0]!(new Error('broken'));
  await assert.rejects(first, /broken/);
  ends[1]!();
  assert.equal(await second, 1);
  const third = ask();
  ends[2]!();
  assert.equal(await third, 2);
});
