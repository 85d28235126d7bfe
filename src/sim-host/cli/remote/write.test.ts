import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOf } from './write.js';

test('lines are split only at line ends, after a byte order mark', () => {
  const line = '{"path":"thing/s","value":"a\u2028b\u2029c\u0085d"}';
  assert.deepEqual(linesOf(`\ufeff${line}\r\n\n${line}`), [line, '', line]);
});
