import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCount } from './count.js';

test('digits are parsed as their number, and anything else as NaN', () => {
  for (const [text, count] of [
    ['0', 0],
    ['007', 7],
    ['1234567890', 1234567890],
  ] as const)
    assert.equal(parseCount(text), count);
  for (const text of ['', '-1', '+1', '1.5', '1e3', '0x10', ' 1', '1 ', '١'])
    assert.ok(Number.isNaN(parseCount(text)), text);
});
