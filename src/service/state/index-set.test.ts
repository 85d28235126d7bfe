import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type IndexSet, noIndexes } from './index-set.js';

/** Indexes with and without a bit, and at the border. */
const indexes = fc.oneof(fc.integer({ min: -1, max: 32 }), fc.integer({ min: 27, max: 300 }));
const steps = fc.array(
  fc.record({ what: fc.constantFrom('add', 'delete', 'filter', 'add', 'keep'), index: indexes }),
);

test('an index set has the elements of a set in order and is immutable', () => {
  fc.assert(
    fc.property(steps, (actions) => {
      let own = noIndexes;
      let [kept, held]: [IndexSet, number[]] = [own, []];
      const model = new Set<number>();
      for (const { what, index } of actions) {
        if (what === 'keep') [kept, held] = [own, [...own]];
        else if (what === 'add') {
          own = own.with(index);
          model.add(index);
        } else if (what === 'delete') {
          own = own.without(index);
          model.delete(index);
        } else {
          own = own.filter((each) => each < index);
          for (const each of [...model]) if (each >= index) model.delete(each);
        }
        assert.equal(own.has(index), model.has(index));
        assert.equal(own.size, model.size);
        assert.deepEqual(
          [...own],
          [...model].sort((one, other) => one - other),
        );
        assert.deepEqual([...kept], held);
      }
    }),
  );
});

test('an index set can be created from any indexes', () => {
  assert.deepEqual([...noIndexes.withAll([40, 3, -1, 3, 29, 28])], [-1, 3, 28, 29, 40]);
});
