import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LinkPorts, NatsLink } from './nats-link.js';
import type { NatsPackages } from './packages.js';

/** Packages whose server is unreachable. */
const unreachable = {
  transport: { connect: () => Promise.reject(new Error('refused')) },
} as unknown as NatsPackages;

test('a link that is stopped before NATS is reachable ends without an error', async (t) => {
  const failures: unknown[] = [];
  const failed = (reason: unknown) => void failures.push(reason);
  process.on('unhandledRejection', failed);
  t.after(() => process.off('unhandledRejection', failed));
  let report = (_message: string) => {};
  const reported = new Promise<string>((resolve) => {
    report = resolve;
  });
  const ports: LinkPorts = { log: (_level, message) => report(message), onConnected: async () => {} };
  const link = new NatsLink(unreachable, { servers: 'nats://127.0.0.1:1', name: 'test' }, ports);
  await link.start();
  assert.match(await reported, /Cannot reach NATS.*refused/);
  const isUp = link.up;
  await link.stop();
  await isUp;
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(failures, []);
  assert.equal(link.connection, undefined);
});
