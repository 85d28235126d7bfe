import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FpsSampler } from './plain-frames.js';

test('the frame rate is that of the last full second', () => {
  const sampler = new FpsSampler();
  for (let frame = 1; frame <= 50; frame++) sampler.count(frame * 20);
  assert.equal(sampler.read(1000), 50, 'a frame on the boundary belongs to the second that it completes');
  for (let frame = 1; frame <= 10; frame++) sampler.count(1000 + frame * 90);
  assert.equal(sampler.read(2000), 50);
  assert.equal(sampler.read(2001), 10);
  assert.equal(sampler.read(3000), 10);
  assert.equal(sampler.read(3001), 0);
});

test('the frame rate is undefined in the first second and after several seconds without frames', () => {
  const sampler = new FpsSampler();
  for (let frame = 1; frame <= 30; frame++) sampler.count(frame * 33);
  assert.equal(sampler.read(999), 0);
  sampler.count(4500);
  assert.equal(sampler.read(4500), 0);
  assert.equal(sampler.read(5001), 1);
});
