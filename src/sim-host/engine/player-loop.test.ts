import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlayerLoop } from './player-loop.js';

function recordingLoop() {
  const errors: unknown[] = [];
  return { errors, loop: new PlayerLoop((error) => errors.push(error)) };
}

test('a frame runs posted tasks, update and frame end in this order', () => {
  const { loop } = recordingLoop();
  const ran: string[] = [];
  loop.frameEnd.add(() => ran.push('end'));
  loop.update.add(() => ran.push('update'));
  loop.post(() => {
    ran.push('task');
    loop.post(() => ran.push('task of the next frame'));
  });
  loop.runFrame(45);
  assert.deepEqual(ran, ['task', 'update', 'end']);
  loop.runFrame(46);
  assert.deepEqual(ran.slice(3), ['task of the next frame', 'update', 'end']);
});

test('an exception in a listener or task is reported and stops neither the others nor the loop', () => {
  const { loop, errors } = recordingLoop();
  let updates = 0;
  loop.post(() => {
    throw new Error('task');
  });
  loop.update.add(() => {
    throw new Error('listener');
  });
  loop.update.add(() => updates++);
  loop.runFrame(16);
  loop.runFrame(33);
  assert.equal(updates, 2);
  assert.deepEqual(errors.map(String), ['Error: task', 'Error: listener', 'Error: listener']);
});

test('a listener may remove itself and add others while it runs', () => {
  const { loop } = recordingLoop();
  const ran: string[] = [];
  const remove = loop.update.add(() => {
    remove();
    loop.update.add(() => ran.push('second'));
    ran.push('first');
  });
  loop.runFrame(16);
  loop.runFrame(33);
  assert.deepEqual(ran, ['first', 'second']);
});

test('a frame cannot be run from within a frame', () => {
  const { loop, errors } = recordingLoop();
  loop.update.add(() => loop.runFrame(20));
  loop.runFrame(16);
  assert.match(String(errors[0]), /within a frame/);
});
