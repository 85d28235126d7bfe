import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MemberValues } from './member-values.js';

const steps = fc.array(
  fc.record({
    what: fc.constantFrom('set', 'delete', 'copy'),
    which: fc.nat({ max: 9 }),
    index: fc.integer({ min: -1, max: 3 }),
  }),
);

test('each copy holds what a map of its own would hold', () => {
  fc.assert(
    fc.property(steps, (actions) => {
      const all = [{ own: new MemberValues(), model: new Map<number, unknown>() }];
      for (const [at, { what, which, index }] of actions.entries()) {
        const { own, model } = all[which % all.length]!;
        if (what === 'copy') all.push({ own: own.copy(), model: new Map(model) });
        else if (what === 'set') {
          own.set(index, at);
          model.set(index, at);
        } else {
          own.delete(index);
          model.delete(index);
        }
        for (const each of all) {
          assert.equal(each.own.size, each.model.size);
          assert.deepEqual([...each.own], [...each.model]);
          assert.equal(each.own.has(index), each.model.has(index));
          assert.equal(each.own.get(index), each.model.get(index));
        }
      }
    }),
  );
});
