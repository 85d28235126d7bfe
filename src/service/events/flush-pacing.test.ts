import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FlushPacing } from './flush-pacing.js';

test('the flush interval is twice the duration of a slow flush, at most 50 ms', () => {
  const pacing = new FlushPacing();
  for (const [spent, interval] of [
    [12, 0],
    [13, 26],
    [25, 50],
    [100, 50],
    [1, 0],
  ] as const) {
    pacing.noteFlushDuration(spent);
    assert.equal(pacing.interval, interval, `${spent} ms`);
  }
});

test('the log reports delayed events once per minute, and nothing without a delay', () => {
  const pacing = new FlushPacing();
  assert.equal(pacing.isLogDue(1000), false);
  pacing.noteFlushDuration(20);
  assert.equal(pacing.isLogDue(1000), true);
  assert.equal(pacing.isLogDue(60_999), false);
  assert.equal(pacing.isLogDue(61_000), true);
});

test('a frame that is slightly early or late is not delayed again', () => {
  const pacing = new FlushPacing();
  let now = 0;
  const frame = (ms: number) => {
    now += ms;
    pacing.noteFrameEnd(now);
  };
  for (let i = 0; i < 300; i++) frame(20);
  pacing.noteFlushDuration(20);
  pacing.noteFlushStart(now);
  frame(20);
  assert.equal(pacing.isFlushDue(now), false);
  frame(16);
  assert.equal(pacing.isFlushDue(now), true, '36 ms of 40, with frames of 20');
});
