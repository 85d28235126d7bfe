import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unknownJson } from './type.js';
import { ValueMemberType } from './value.js';
import { valueTypes } from './values/table.js';
import { Text } from './values/text.js';

const Vector3 = valueTypes.get('Vector3')!;

test('ERR-7: a value that throws when it is read is null, never different, and unknown to files', () => {
  const without = Object.create(null) as object;
  const trapped = {
    get x(): number {
      throw new Error('no x');
    },
    y: 1,
    z: 2,
  };
  const before = { x: 1, y: 1, z: 1 };
  for (const [type, value] of [
    [new ValueMemberType(Text), without],
    [new ValueMemberType(Vector3), trapped],
  ] as const) {
    assert.equal(type.write(value), 'null', type.name);
    assert.equal(type.persist(value), unknownJson, type.name);
  }
  const vector = new ValueMemberType(Vector3);
  assert.equal(vector.same(trapped, before), true);
  assert.equal(vector.delta(trapped, before), undefined);
  assert.equal(vector.same({ x: 2, y: 1, z: 1 }, before), false);
  assert.deepEqual(vector.delta({ x: 2, y: 1, z: 1 }, before), { x: 2 });
  assert.equal(new ValueMemberType(Text).delta(without, 'before'), unknownJson);
});
