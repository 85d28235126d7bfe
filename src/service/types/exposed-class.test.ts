import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MemberDefinition } from '../classes/definition.js';
import { failed } from '../common/application-code.js';
import { ExposedMember } from './exposed-member.js';
import { valueMemberType } from './value.js';
import { valueTypes } from './values/table.js';

function member(access: Pick<MemberDefinition, 'get' | 'set'>) {
  const told: string[] = [];
  const code = {
    report: (where: string, error: unknown) => void told.push(`${where}: ${(error as Error).message}`),
  };
  const definition = { name: 'power', type: 'Int32', kind: 'property', observed: false, ...access } as const;
  const int32 = valueMemberType(valueTypes.get('Int32')!);
  return { told, member: new ExposedMember(definition, int32, 0, 'Lamp', code) };
}

test('ERR-7: a getter that gives a promise has failed, once, and what that rejects with ends nothing', async () => {
  const { told, member: power } = member({
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
  assert.deepEqual(told, [expected, expected]);
});

test('ERR-7: what an asynchronous setter rejects with is told, with its place', async () => {
  const { told, member: power } = member({
    get: () => 1,
    async set() {
      await Promise.resolve();
      throw new Error('out of reach');
    },
  });
  power.set!({}, 5);
  assert.deepEqual(told, []);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(told, ['Lamp.power: out of reach']);
});
