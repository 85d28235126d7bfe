import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InTurns } from './in-turns.js';

test('work in slices that comes while other work is done waits for it, and is done to its end', async () => {
  const turns = new InTurns(() => performance.now());
  const steps: string[] = [];
  const done = (name: string) =>
    new Promise<void>((resolve) => {
      const work = function* (): Generator<void, () => void> {
        for (let i = 0; i < 3; i++) {
          steps.push(`${name}${i}`);
          yield;
        }
        return () => {
          steps.push(`${name} is answered`);
          resolve();
        };
      };
      turns.inSlices(work());
    });
  await Promise.all([done('a'), done('b'), done('c')]);
  const of = (name: string) => [`${name}0`, `${name}1`, `${name}2`, `${name} is answered`];
  assert.deepEqual(steps, [...of('a'), ...of('b'), ...of('c')]);
});
