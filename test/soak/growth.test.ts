import assert from 'node:assert/strict';
import test from 'node:test';
import { growths, type Sample } from './growth.js';

const heaps = (count: number, of: (i: number) => number) =>
  Array.from(
    { length: count },
    (_, i) => ({ heapUsed: of(i) * 1e6, external: 0, descriptors: 20, handles: 3, objects: 10 }) as Sample,
  );

test('a heap that keeps growing is reported', () => {
  assert.deepEqual(growths(heaps(30, (i) => 20 + i)), ['MB of the heap: 35.0, then 45.0; it may grow by 3']);
});

test('a heap that grows only at first, or falls and rises, is not reported', () => {
  assert.deepEqual(growths(heaps(30, (i) => Math.min(40, 20 + 2 * i))), []);
  assert.deepEqual(growths(heaps(30, (i) => 30 + 10 * (i % 2))), []);
});

test('fewer than six samples are not judged', () => {
  assert.deepEqual(growths(heaps(5, (i) => 20 * i)), []);
});
