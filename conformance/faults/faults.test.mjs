import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faults } from './faults.mjs';

test('every fault finds what it breaks', () => {
  for (const [name, [, apply]] of Object.entries(faults)) assert.doesNotThrow(apply, name);
});
