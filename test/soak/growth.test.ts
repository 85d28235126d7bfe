import assert from 'node:assert/strict';
import test from 'node:test';
import { growths } from './growth.js';
import type { Sample } from './results.js';

const sample = (heapUsed: number, life = 0) =>
  ({ heapUsed, life, external: 0, descriptors: 20, handles: 3, objects: 10 }) as Sample;
const heaps = (count: number, of: (i: number) => number) =>
  Array.from({ length: count }, (_, i) => sample(of(i) * 1e6));

test('a heap that keeps growing is reported', () => {
  assert.deepEqual(growths(heaps(30, (i) => 20 + i)), ['MB of the heap: 35.0, then 45.0; it may grow by 3']);
});

test('a heap that grows only at first, or falls and rises, is not reported', () => {
  assert.deepEqual(growths(heaps(30, (i) => Math.min(40, 20 + 2 * i))), []);
  assert.deepEqual(growths(heaps(30, (i) => 30 + 10 * (i % 2))), []);
});

test('only the last host is judged, and only with at least six samples', () => {
  assert.deepEqual(growths([...heaps(10, () => 20), sample(90e6, 1), sample(99e6, 1)]), []);
});
