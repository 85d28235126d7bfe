import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RejectedValues } from './rejected-values.js';

test('rejected values are logged once, at most ten per log; values without an error are not', () => {
  const rejected = new RejectedValues();
  const logged = () => {
    const lines: string[] = [];
    rejected.log({ write: (level, message) => void lines.push(`${level} ${message}`) });
    return lines;
  };
  for (let time = 0; time < 2; time++) rejected.note('lamp', 'angle: expected Single, got "wide"');
  rejected.note('lamp', undefined);
  assert.deepEqual(logged(), [
    'Warning Loading lamp/angle: expected Single, got "wide"; the file keeps what it says',
  ]);
  assert.deepEqual(logged(), []);
  for (let index = 0; index < 1000; index++) rejected.note('lamp', `list/${index}: expected Single`);
  assert.equal(logged().length, 11);
  for (let index = 0; index < 10; index++) rejected.note('lamp', `list/${index}: expected Single`);
  for (let index = 0; index < 10; index++) rejected.note('lamp', `list/${index}: expected Single`);
  assert.equal(logged().length, 10);
});
