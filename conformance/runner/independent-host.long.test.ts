import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judged } from '../hosts/judged.js';
import { rightHosts, wrongHosts } from '../hosts/variants.js';

// The host written from the specification alone, and typical faults of host authors.

for (const [name, make] of Object.entries(rightHosts))
  test(`a host ${name} passes`, async () => {
    const { failing, failures, code, printed } = await judged(make);
    assert.deepEqual(failing, [], printed);
    assert.deepEqual(failures, [], printed);
    assert.equal(code, 0, printed);
  });

for (const [name, [rules, make]] of Object.entries(wrongHosts))
  test(`a host that ${name} fails on ${rules.join(', ')}`, async () => {
    const { failing, code, printed } = await judged(make);
    assert.deepEqual(failing, rules, printed);
    assert.equal(code, 1, printed);
  });
