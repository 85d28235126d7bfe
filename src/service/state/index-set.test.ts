import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { IndexSet } from './index-set.js';

/** With and without a bit, and at the border. */
const indexes = fc.oneof(fc.integer({ min: -1, max: 32 }), fc.integer({ min: 27, max: 300 }));
const steps = fc.array(
  fc.record({ what: fc.constantFrom('add', 'delete', 'clear', 'add', 'copy'), index: indexes }),
);

test('holds what a set would hold, in order', () => {
  fc.assert(
    fc.property(steps, (actions) => {
      let own = new IndexSet();
      const model = new Set<number>();
      for (const { what, index } of actions) {
        if (what === 'copy') {
          const before = own;
          own = new IndexSet(before);
          before.clear();
        } else if (what === 'clear') {
          if (index > 100) continue;
          own.clear();
          model.clear();
        } else if (what === 'add') {
          own.add(index);
          model.add(index);
        } else assert.equal(own.delete(index), model.delete(index));
        assert.equal(own.has(index), model.has(index));
        assert.equal(own.size, model.size);
        assert.deepEqual(
          [...own],
          [...model].sort((one, other) => one - other),
        );
      }
    }),
  );
});

test('is made of any indexes', () => {
  assert.deepEqual([...new IndexSet([40, 3, -1, 3, 29, 28])], [-1, 3, 28, 29, 40]);
});
