import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonOfApplication } from './json.js';

test('NaN and infinities become strings anywhere in a value, and nothing else changes', () => {
  assert.equal(jsonOfApplication(Number.NaN), 'NaN');
  assert.deepEqual(jsonOfApplication({ a: [1, { b: -1 / 0 }], c: null }), {
    a: [1, { b: '-Infinity' }],
    c: null,
  });
  const plain = { a: [1, 'NaN', 2n], b: null };
  assert.equal(jsonOfApplication(plain), plain);
  assert.equal(jsonOfApplication(null), null);
});
