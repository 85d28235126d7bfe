import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkAlways } from '../../../test/support/random.js';
import { MemberValues } from './member-values.js';

const steps = fc.array(
  fc.record({ what: fc.constantFrom('set', 'delete'), index: fc.integer({ min: -1, max: 3 }) }),
);

test('member values behave like a map', () => {
  const property = fc.property(steps, (actions) => {
    const [own, model] = [new MemberValues(), new Map<number, unknown>()];
    for (const [at, { what, index }] of actions.entries()) {
      for (const each of [own, model])
        if (what === 'set') each.set(index, at);
        else each.delete(index);
      assert.deepEqual([...own], [...model]);
      assert.equal(own.has(index), model.has(index));
      assert.equal(own.get(index), model.get(index));
    }
  });
  checkAlways(property, { numRuns: 200 });
});
