import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Json } from './json.js';
import { ObjectState } from './object-state.js';

/** A mirror of a lamp, and what a listener of its level was told. */
function lamp(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let doubts = 0;
  const mirror = new ObjectState(
    () => undefined,
    () => doubts++,
  );
  const levels: (Json | undefined)[] = [];
  mirror.watch('level', (value) => levels.push(value));
  mirror.beginRead()({ level: 0, color: { r: 0, g: 0 } });
  return { mirror, levels, doubts: () => doubts };
}

test('a slider never jumps back to an earlier echo', (t) => {
  const { mirror, levels, doubts } = lamp(t);
  const first = mirror.write('level', 1);
  const second = mirror.write('level', 2);
  first.accepted(1);
  mirror.apply('level', 1);
  const third = mirror.write('level', 3);
  second.accepted(2);
  third.accepted(3);
  mirror.apply('level', 2);
  mirror.apply('level', 3);
  assert.deepEqual(levels, [0, 1, 2, 3]);
  // It has settled: what comes now is of others.
  mirror.apply('level', 2);
  assert.deepEqual(levels, [0, 1, 2, 3, 2]);
  t.mock.timers.tick(10_000);
  assert.equal(doubts(), 0);
});

test('the state settles on the value that the host accepted', (t) => {
  const { mirror, levels } = lamp(t);
  const answered = mirror.write('level', 99);
  mirror.apply('level', 8);
  answered.accepted(8);
  assert.deepEqual(levels, [0, 99, 8]);
});

test('a refused write shows the current value, including changes in the meantime', (t) => {
  const { mirror, levels } = lamp(t);
  const answered = mirror.write('level', 99);
  mirror.apply('level', 4);
  assert.deepEqual(levels, [0, 99]);
  answered.refused();
  assert.deepEqual(levels, [0, 99, 4]);
});

test('a fresh read decides when another client writes at nearly the same time', (t) => {
  const { mirror, levels, doubts } = lamp(t);
  mirror.write('level', 1).accepted(1);
  mirror.apply('level', 7);
  assert.deepEqual([doubts(), levels], [1, [0, 1]]);
  mirror.apply('level', 8);
  mirror.beginRead()({ level: 8 });
  t.mock.timers.tick(10_000);
  assert.deepEqual([doubts(), levels], [1, [0, 1, 8]]);

  mirror.write('level', 2).accepted(2);
  mirror.apply('level', 9);
  mirror.beginRead()({ level: 2 });
  mirror.apply('level', 2);
  assert.deepEqual([doubts(), levels], [2, [0, 1, 8, 2]]);
});

test('after a refusal the last accepted value is shown, even before its echo', (t) => {
  const { mirror, levels } = lamp(t);
  const [first, second] = [mirror.write('level', 3), mirror.write('level', 4)];
  first.accepted(3);
  second.refused();
  mirror.write('level', 99).refused();
  mirror.apply('level', 3);
  assert.deepEqual(levels, [0, 3, 4, 3, 99, 3]);
});

test('a value that is set and set back waits for the echo of the write in between', (t) => {
  const { mirror, levels } = lamp(t);
  mirror.write('level', 10).accepted(10);
  mirror.write('level', 0).accepted(0);
  mirror.apply('level', 10);
  mirror.apply('level', 0);
  assert.deepEqual(levels, [0, 10, 0]);
});

test('a moved element does not take a pending write with it', (t) => {
  const { mirror } = lamp(t);
  mirror.beginRead()({ level: 0, list: [{ x: 1 }, { x: 2 }] });
  const xs: unknown[] = [];
  mirror.watch('list[0].x', (x) => xs.push(x));
  mirror.write('list[0].x', 5).accepted(5);
  mirror.apply('list', [{ x: 2 }, { x: 5 }]);
  assert.deepEqual(xs, [1, 5, 2]);
});

test('a missing echo is replaced by a read', (t) => {
  const { mirror, levels, doubts } = lamp(t);
  mirror.write('level', 1).accepted(1);
  t.mock.timers.tick(10_000);
  assert.deepEqual([doubts(), levels], [1, [0, 1]]);
  mirror.beginRead()({ level: 5 });
  assert.deepEqual(levels, [0, 1, 5]);
});

test('a read that began before the response does not revert the write', (t) => {
  const { mirror, levels } = lamp(t);
  const answered = mirror.write('level', 1);
  const take = mirror.beginRead();
  answered.accepted(1);
  take({ level: 0 });
  assert.deepEqual(levels, [0, 1]);
  mirror.apply('level', 1);
  assert.deepEqual(levels, [0, 1]);
});

test('a partial write keeps the other members', (t) => {
  const { mirror } = lamp(t);
  const colors: unknown[] = [];
  mirror.watch('color', (value) => colors.push(value));
  const answered = mirror.write('color', { r: 1 });
  mirror.apply('color/g', 5);
  answered.accepted({ r: 1, g: 5 });
  mirror.apply('color', { r: 1, g: 5 });
  assert.deepEqual(colors, [
    { r: 0, g: 0 },
    { r: 1, g: 0 },
    { r: 1, g: 5 },
  ]);
});

test('events that do not fit the known state are detected', (t) => {
  const { mirror, levels } = lamp(t);
  assert.equal(mirror.apply('gone/x', 1), false);
  assert.equal(mirror.apply('', { level: 3 }), true);
  mirror.beginRead()(undefined);
  assert.deepEqual(levels, [0, 3, undefined]);
});

test('an exception of a listener does not affect other listeners', (t) => {
  const { mirror, levels } = lamp(t);
  const caught: unknown[] = [];
  t.mock.method(globalThis, 'queueMicrotask', (task: () => void) => {
    try {
      task();
    } catch (error) {
      caught.push(error);
    }
  });
  const end = mirror.watch('level', () => {
    throw new Error('bad');
  });
  mirror.watch('level', (value) => levels.push(`later ${value}`));
  mirror.apply('level', 1);
  end();
  mirror.apply('level', 2);
  assert.deepEqual(levels, [0, 'later 0', 1, 'later 1', 2, 'later 2']);
  assert.equal(caught.length, 2);
});
