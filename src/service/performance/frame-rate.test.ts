import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkAlways } from '../../../test/support/random.js';
import { FrameRate } from './frame-rate.js';

test('LIM-2: a frame number is exact up to 2^53', () => {
  const oneHertz = new FrameRate(1);
  for (const frame of [0, 2 ** 24 + 1, 2 ** 40 + 1, 2 ** 53 - 1, 2 ** 53]) {
    assert.equal(oneHertz.asFrameNumber(frame), frame);
  }
  assert.equal(
    new FrameRate(60).asFrameNumber((2 ** 24 + 1) / 60),
    2 ** 24 + 1,
    'single precision is inexact here',
  );
});

test('LIM-2: the start of a frame belongs to that frame, at whole and fractional rates', () => {
  const rate = fc.constantFrom(
    new FrameRate(30),
    new FrameRate(60),
    new FrameRate(60_000, 1001),
    new FrameRate(144),
  );
  checkAlways(
    fc.property(rate, fc.integer({ min: 0, max: 2 ** 44 }), (each, frame) => {
      assert.equal(each.asFrameNumber(each.asSeconds(frame)), frame);
      assert.equal(each.asFrameNumber(each.asSeconds(frame + 0.5)), frame);
    }),
  );
});

test('a frame rate of zero is refused', () => {
  assert.throws(() => new FrameRate(0), RangeError);
});
