/** Thousands of clients pipeline requests and leave in the middle of answers; the host keeps serving others (SVC-9). */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SimHostProcess } from '../../conformance/client/index.js';
import { departingClients, drawFrom } from '../../features/support/departing-clients.js';
import { answered, openRawClient, statuses } from '../../features/support/raw-client.js';

const seed = Number(process.env.RANDOM_SEED ?? 82);
const count = Number(process.env.DEPARTING_CLIENTS ?? 2000);
const token = 'a-token-of-thirty-two-characters';
const demo = ['--scene', 'scenes/demo.yaml'];
const tls = ['--tls-cert', 'test/tls/cert.pem', '--tls-key', 'test/tls/key.pem'];

for (const engine of ['uws', 'node'])
  for (const [how, args] of [
    ['over HTTP', []],
    ['with a token', ['--token', token]],
    ['over HTTPS', tls],
  ] as const)
    describe(`${engine} ${how}`, () => {
      test(`the host survives ${count} clients that leave, seed ${seed}`, async (t) => {
        const host = await SimHostProcess.start([...demo, '--http', engine, ...args]);
        t.after(() => host.stop());
        await departingClients(host.url, count, drawFrom(seed), () => ask(host.url), {
          object: 'key-light',
          ...(how === 'with a token' && { token }),
        });
        await departingClients(host.controlUrl!, count / 10, drawFrom(seed), () => ask(host.url));
      });

      test('the host survives clients that request a large answer, read nothing and stay', async (t) => {
        const host = await SimHostProcess.start([...demo, '--http', engine, ...args]);
        t.after(() => host.stop());
        // Longer than uWebSockets.js keeps a connection that does not read.
        await departingClients(host.url, 16, drawFrom(seed), () => ask(host.url), { heldMs: 14_000 });
      });

      test('the host quits normally while clients do not read', async (t) => {
        const host = await SimHostProcess.start([...demo, '--http', engine, ...args]);
        t.after(() => host.stop());
        const held = departingClients(host.url, 32, drawFrom(seed), async () => {}, { heldMs: 3000 });
        await Promise.race([held, new Promise((resolve) => setTimeout(resolve, 500))]);
        await host.stop();
        assert.equal(await host.exited, 0);
        await held.catch(() => {});
      });
    });

async function ask(url: string): Promise<void> {
  const client = await openRawClient(url);
  client.socket.write(
    `GET /exposed/object/key-light HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  await answered(client);
  client.socket.destroy();
  assert.deepEqual(statuses(client.text), [200]);
}
