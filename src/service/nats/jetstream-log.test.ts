import assert from 'node:assert/strict';
import { test } from 'node:test';
import { platform } from '../platform.js';
import { JetStreamLog } from './jetstream-log.js';
import type { NatsLink } from './link.js';
import { Names, NatsError } from './options.js';
import type { NatsPackages } from './packages.js';

type Connection = NonNullable<NatsLink['connection']>;

test('where NATS takes no events that is said once, and its stream is made anew', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.mock.method(platform, 'setTimeout', setTimeout);
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
    { onAstray: () => {}, warn: (message) => void warnings.push(message) },
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

test('a stream of something else that has the name is left as it is, and one of a host gets its bounds', async () => {
  const names = new Names('test');
  const updated: string[] = [];
  let config: { subjects?: string[] } = {};
  const streams = {
    add: async () => {
      throw new Error('stream name already in use with a different configuration');
    },
    info: async () => ({ config }),
    update: async (name: string) => {
      updated.push(name);
      return { state: { messages: 1 } };
    },
  };
  const packages = {
    jetstream: { jetstreamManager: async () => ({ streams }), DiscardPolicy: { Old: 'old' } },
    transport: { nanos: (ms: number) => ms },
  };
  const log = new JetStreamLog(packages as unknown as NatsPackages, names, {} as NatsLink, {
    onAstray: () => {},
    warn: () => {},
  });
  for (const subjects of [['orders.>'], [names.events, 'orders.>'], undefined]) {
    config = subjects === undefined ? {} : { subjects };
    await assert.rejects(
      log.ensure({} as Connection),
      (error) =>
        error instanceof NatsError && /the stream "sim-host-test" is of something else/.test(error.message),
    );
  }
  assert.deepEqual(updated, []);
  config = { subjects: [names.events] };
  await log.ensure({} as Connection);
  assert.deepEqual(updated, [names.stream]);
});
