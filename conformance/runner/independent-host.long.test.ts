import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judged } from '../hosts/judged.js';
import { rightHosts } from '../hosts/variants.js';

// The host written from the specification alone.

for (const [name, make] of Object.entries(rightHosts))
  test(`a host ${name} passes`, async () => {
    const { failing, failures, code, printed } = await judged(make);
    assert.deepEqual(failing, [], printed);
    assert.deepEqual(failures, [], printed);
    assert.equal(code, 0, printed);
  });
