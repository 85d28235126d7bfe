import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Json } from './json.js';
import { ObjectState } from './object-state.js';

/** Returns the state of a lamp, and what a listener of its level received. */
function lamp(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let reads = 0;
  const state = new ObjectState(
    () => undefined,
    () => reads++,
  );
  const levels: (Json | undefined)[] = [];
  state.watch('level', (value) => levels.push(value));
  state.takeRead({ level: 0, color: { r: 0, g: 0 } });
  return { state, levels, reads: () => reads };
}

test('a slider never jumps back to an earlier echo', (t) => {
  const { state, levels, reads } = lamp(t);
  const first = state.write('level', 1);
  const second = state.write('level', 2);
  first.accepted(1);
  state.apply('level', 1);
  const third = state.write('level', 3);
  second.accepted(2);
  third.accepted(3);
  state.apply('level', 2);
  state.apply('level', 3);
  assert.deepEqual(levels, [0, 1, 2, 3]);
  // The write is settled, so the next change is by another client.
  state.apply('level', 2);
  assert.deepEqual(levels, [0, 1, 2, 3, 2]);
  t.mock.timers.tick(10_000);
  assert.equal(reads(), 0);
});

test('a refused write shows the current value, including changes in the meantime', (t) => {
  const { state, levels } = lamp(t);
  const answered = state.write('level', 99);
  state.apply('level', 4);
  assert.deepEqual(levels, [0, 99]);
  answered.refused();
  assert.deepEqual(levels, [0, 99, 4]);
});

test('a fresh read decides when another client writes at nearly the same time', (t) => {
  const { state, levels, reads } = lamp(t);
  state.write('level', 1).accepted(1);
  state.apply('level', 7);
  assert.deepEqual([reads(), levels], [0, [0, 1]]);
  t.mock.timers.tick(1000);
  assert.equal(reads(), 1);
  state.takeRead({ level: 7 });
  state.apply('level', 8);
  t.mock.timers.tick(10_000);
  assert.deepEqual([reads(), levels], [1, [0, 1, 7, 8]]);
});

test('a moved element does not take a pending write with it', (t) => {
  const { state } = lamp(t);
  state.takeRead({ level: 0, list: [{ x: 1 }, { x: 2 }] });
  const xs: unknown[] = [];
  state.watch('list[0].x', (x) => xs.push(x));
  state.write('list[0].x', 5).accepted(5);
  state.apply('list', [{ x: 2 }, { x: 5 }]);
  assert.deepEqual(xs, [1, 5, 2]);
});

test('a missing echo is replaced by a read while other members are being written', (t) => {
  const { state, reads } = lamp(t);
  state.write('level', 1).accepted(1);
  state.apply('level', 5);
  for (let i = 1; i <= 6; i++) {
    state.write('color/r', i).accepted(i);
    state.apply('color/r', i);
    t.mock.timers.tick(200);
  }
  assert.equal(reads(), 1);
  state.takeRead({ level: 5, color: { r: 10, g: 0 } });
  assert.equal(state.at('level'), 5);
});

test('a read does not revert a write whose echo may still arrive', (t) => {
  const { state, levels } = lamp(t);
  state.write('level', 1).accepted(1);
  state.takeRead({ level: 0 });
  assert.deepEqual(levels, [0, 1]);
  state.apply('level', 1);
  assert.deepEqual(levels, [0, 1]);
});

test('a partial write keeps the other members', (t) => {
  const { state } = lamp(t);
  const colors: unknown[] = [];
  state.watch('color', (value) => colors.push(value));
  const answered = state.write('color', { r: 1 });
  state.apply('color/g', 5);
  answered.accepted({ r: 1, g: 5 });
  state.apply('color', { r: 1, g: 5 });
  assert.deepEqual(colors, [
    { r: 0, g: 0 },
    { r: 1, g: 0 },
    { r: 1, g: 5 },
  ]);
});

test('events that do not fit the known state are detected', (t) => {
  const { state, levels } = lamp(t);
  assert.equal(state.apply('gone/x', 1), false);
  assert.equal(state.apply('', { level: 3 }), true);
  state.takeRead(undefined);
  assert.deepEqual(levels, [0, 3, undefined]);
});

test('an exception of a listener does not affect other listeners', (t) => {
  const { state, levels } = lamp(t);
  const caught: unknown[] = [];
  t.mock.method(globalThis, 'queueMicrotask', (task: () => void) => {
    try {
      task();
    } catch (error) {
      caught.push(error);
    }
  });
  const end = state.watch('level', () => {
    throw new Error('bad');
  });
  state.watch('level', (value) => levels.push(`later ${value}`));
  state.apply('level', 1);
  end();
  state.apply('level', 2);
  assert.deepEqual(levels, [0, 'later 0', 1, 'later 1', 2, 'later 2']);
  assert.equal(caught.length, 2);
});
