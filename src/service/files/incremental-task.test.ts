import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runToCompletion } from '../common/run-to-completion.js';
import { forEachInSteps, IncrementalTask } from './incremental-task.js';

/** A task whose steps take `stepMs` each on a fake clock. */
function taskOf(stepMs: number) {
  const lines: string[] = [];
  let now = 0;
  const log = { write: (_level: string, text: string) => void lines.push(text) };
  const task = new IncrementalTask('Opening a.live.json', log, () => now);
  function* steps(count: number) {
    for (let i = 1; i <= count; i++) {
      now += stepMs;
      yield i / count;
    }
    return count;
  }
  return { task, lines, steps };
}

test('a long task lets other work run', async () => {
  const { task, steps, lines } = taskOf(0.5);
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  assert.equal(await task.run('reading', steps(40)), 40);
  isDone = true;
  task.end();
  assert.ok(turns >= 8, `${turns} turns in 20 ms of work`);
  assert.deepEqual(lines, []);
});

test('a long task logs its progress every two seconds and its total time', async () => {
  const { task, steps, lines } = taskOf(500);
  await task.run('reading', steps(10));
  task.end();
  assert.deepEqual(lines, [
    'Opening a.live.json: reading, 40 %',
    'Opening a.live.json: reading, 80 %',
    'Opening a.live.json: done in 5.0 s',
  ]);
});

test('an error in a step rejects the task', async () => {
  const { task } = taskOf(1);
  const steps = (function* () {
    yield 0;
    throw new Error('broken');
  })();
  await assert.rejects(task.run('reading', steps), /broken/);
});

test('items are processed in groups of the given size', () => {
  const processed: number[] = [];
  const steps = forEachInSteps([1, 2, 3, 4, 5], 2, (item) => void processed.push(item));
  assert.deepEqual(steps.next(), { done: false, value: 0.4 });
  assert.deepEqual(processed, [1, 2]);
  runToCompletion(steps);
  assert.deepEqual(processed, [1, 2, 3, 4, 5]);
});
