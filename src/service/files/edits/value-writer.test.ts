import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carryMembers } from './value-writer.js';

test('what the entry of an element holds beside its value stays, but for what says what the entry is', () => {
  assert.deepEqual(carryMembers({ '@op': 'new', theirs: 1.5, level: 2 }, { level: 3 }, []), {
    level: 3,
    theirs: 1.5,
  });
  const waiting = { path: ['friend'], isLeftOut: false, objectPath: [] } as never;
  assert.deepEqual(carryMembers({ friend: { '@ref': 'absent' } }, { friend: null }, [waiting]), {
    friend: { '@ref': 'absent' },
  });
  assert.equal(carryMembers({ level: 2 }, null, []), null);
  assert.deepEqual(carryMembers(2, { level: 3 }, []), { level: 3 });
});
