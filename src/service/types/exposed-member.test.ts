import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MemberDefinition } from '../classes/definition.js';
import { failed } from '../common/application-code.js';
import { ArrayType } from './array.js';
import { ExposedMember } from './exposed-member.js';
import type { Type } from './type.js';
import { ValueMemberType } from './value.js';
import { valueTypes } from './values/table.js';

const int32 = new ValueMemberType(valueTypes.get('Int32')!);

function member(access: Pick<MemberDefinition, 'get' | 'set'>, type: Type = int32) {
  const logged: string[] = [];
  const code = {
    report: (where: string, error: unknown) => void logged.push(`${where}: ${(error as Error).message}`),
  };
  const definition = {
    name: 'power',
    type: type.name,
    kind: 'property',
    observed: false,
    ...access,
  } as const;
  return { logged, member: new ExposedMember(definition, type, 0, 'Lamp', code) };
}

test('ERR-7: a getter that returns a promise fails once, and its rejection does not end the process', async () => {
  const { logged, member: power } = member({
    get: () => Promise.reject(new Error('too late')),
    set: undefined,
  });
  assert.equal(power.read({}), failed);
  const lamp = {};
  assert.equal(power.read(lamp), failed);
  assert.equal(power.read(lamp), failed);
  assert.throws(() => power.readOrThrow(lamp), /expected Int32, got a promise/);
  await new Promise((resolve) => setImmediate(resolve));
  const expected = 'Lamp.power: expected Int32, got a promise: keep what it gives, and give that';
  assert.deepEqual(logged, [expected, expected]);
});

test('ERR-7: a rejection of an asynchronous setter is reported with its location', async () => {
  const { logged, member: power } = member({
    get: () => 1,
    async set() {
      await Promise.resolve();
      throw new Error('out of reach');
    },
  });
  power.set!({}, 5);
  assert.deepEqual(logged, []);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(logged, ['Lamp.power: out of reach']);
});

test('ERR-7: a write of an array to a member whose getter returns a rejecting promise sets it', async () => {
  const written: unknown[] = [];
  const get = () => Promise.reject(new Error('too late'));
  const { member: powers } = member(
    { get, set: (_, value) => void written.push(value) },
    new ArrayType(int32),
  );
  powers.set!({}, [1]);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(written, [[1]]);
});
