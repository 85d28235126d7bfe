import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JetStreamLog } from './jetstream-log.js';
import type { NatsLink } from './link.js';
import { Names } from './names.js';
import type { NatsPackages } from './packages.js';

type Connection = NonNullable<NatsLink['connection']>;

test('where NATS takes no events that is said once, and its stream is made anew', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const warnings: string[] = [];
  const asked: unknown[] = [];
  const link: { connection: Connection | undefined } = { connection: undefined };
  const jetstreamManager = async (connection: unknown) => {
    asked.push(connection);
    throw new Error('not now');
  };
  const log = new JetStreamLog(
    { jetstream: { jetstreamManager } } as unknown as NatsPackages,
    new Names('test'),
    link as NatsLink,
    { onEmpty: () => {}, warn: (message) => void warnings.push(message) },
  );
  const fail = async () => {
    const over = log.failed(new Error('no space'));
    t.mock.timers.tick(1000);
    await over;
  };
  await fail();
  assert.deepEqual([warnings, asked], [[], []], 'while NATS is away there is nobody to ask');
  link.connection = {} as Connection;
  for (let i = 0; i < 2; i++) await fail();
  assert.equal(warnings.length, 1);
  assert.match(warnings[0]!, /does not take the events.*no space/);
  assert.deepEqual(asked, [link.connection, link.connection]);
});
