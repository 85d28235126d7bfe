import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RejectedValues } from './rejected-values.js';

test('what is not taken is told once, ten lines at the most, and what is no mistake not at all', () => {
  const notTaken = new RejectedValues();
  const told = () => {
    const lines: string[] = [];
    notTaken.log({ write: (level, message) => void lines.push(`${level} ${message}`) });
    return lines;
  };
  for (let time = 0; time < 2; time++) notTaken.note('lamp', 'angle: expected Single, got "wide"');
  notTaken.note('lamp', undefined);
  assert.deepEqual(told(), [
    'Warning Loading lamp/angle: expected Single, got "wide"; the file keeps what it says',
  ]);
  assert.deepEqual(told(), []);
  for (let index = 0; index < 1000; index++) notTaken.note('lamp', `list/${index}: expected Single`);
  assert.equal(told().length, 11);
  for (let index = 0; index < 10; index++) notTaken.note('lamp', `list/${index}: expected Single`);
  for (let index = 0; index < 10; index++) notTaken.note('lamp', `list/${index}: expected Single`);
  assert.equal(told().length, 10);
});
