/** Enums of hosts that do not report which of them are flags. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enums, isFlags } from '../../src/panel/host/types.js';

const areFlags = (...values: readonly number[]) => {
  const named = values.map((value, i) => ({ name: `Value${i}`, displayName: '', value }));
  enums.value = new Map([['Layers', { type: 'Layers', values: named }]]);
  return isFlags({ name: 'layers', type: 'Layers' }, 'Value0');
};

test('an enum of powers of two and their combinations is one of flags', () => {
  assert.equal(areFlags(0, 1, 2, 4), true);
  assert.equal(areFlags(1, 2, 4, 6, 7), true);
  assert.equal(areFlags(0, 1, 2, 3), false);
  assert.equal(areFlags(0, 1, 2, 3, 4), false);
  assert.equal(areFlags(0, 4, 9), false);
});

test('an enum of flags may name -1 for all of them, and the last of 32 bits', () => {
  assert.equal(areFlags(0, 1, 2, 4, -1), true);
  assert.equal(areFlags(1, 2, 4, 2 ** 31), true);
});
