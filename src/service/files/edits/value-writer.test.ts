import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carryMembers } from './entry-value-writer.js';

test('an entry of an element keeps unknown members and pending references, but not "@op"', () => {
  assert.deepEqual(carryMembers({ '@op': 'new', theirs: 1.5, level: 2 }, { level: 3 }, []), {
    level: 3,
    theirs: 1.5,
  });
  const pending = { path: ['friend'], isLeftOut: false, objectPath: [] } as never;
  assert.deepEqual(carryMembers({ friend: { '@ref': 'absent' } }, { friend: null }, [pending]), {
    friend: { '@ref': 'absent' },
  });
  assert.equal(carryMembers({ level: 2 }, null, []), null);
  assert.deepEqual(carryMembers(2, { level: 3 }, []), { level: 3 });
});
