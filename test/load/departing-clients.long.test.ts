/** Clients by the thousand that pipeline requests and leave in the middle of the answers: the host lives and answers others (SVC-9). */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HttpClient, SimHostProcess } from '../../conformance/client/index.js';
import { departingClients, drawFrom } from '../../features/support/departing-clients.js';

const seed = Number(process.env.RANDOM_SEED ?? 47);
const count = Number(process.env.DEPARTING_CLIENTS ?? 2000);
const token = 'a token of thirty-two characters';
const demo = ['--scene', 'scenes/demo.yaml'];
const tls = ['--tls-cert', 'test/tls/cert.pem', '--tls-key', 'test/tls/key.pem'];

for (const engine of ['uws', 'node'])
  for (const [how, args] of [
    ['over HTTP', []],
    ['with a token', ['--token', token]],
    ['over HTTPS', tls],
  ] as const)
    describe(`${engine} ${how}`, () => {
      test(`the host outlives ${count} clients that leave, seed ${seed}`, async (t) => {
        const host = await SimHostProcess.start([...demo, '--http', engine, ...args]);
        t.after(() => host.stop());
        const isWithToken = how === 'with a token';
        const client = new HttpClient(host.url, isWithToken ? token : undefined);
        const ask = async () => {
          assert.equal((await client.request('GET', '/exposed/object/key-light')).status, 200);
        };
        await departingClients(host.url, count, drawFrom(seed), ask, {
          object: 'key-light',
          ...(isWithToken && { token }),
        });
        await departingClients(host.controlUrl!, count / 10, drawFrom(seed), ask);
      });

      test('the host outlives clients that ask for a long answer, read nothing and stay', async (t) => {
        const host = await SimHostProcess.start([...demo, '--http', engine, ...args]);
        t.after(() => host.stop());
        const client = new HttpClient(host.url, how === 'with a token' ? token : undefined);
        const ask = async () => {
          assert.equal((await client.request('GET', '/exposed/object/key-light')).status, 200);
        };
        // Longer than the time after which uWebSockets.js closes a connection that does not read.
        await departingClients(host.url, 16, drawFrom(seed), ask, { heldMs: 14_000 });
      });

      test('the host quits in order beside clients that do not read', async (t) => {
        const host = await SimHostProcess.start([...demo, '--http', engine, ...args]);
        t.after(() => host.stop());
        const held = departingClients(host.url, 32, drawFrom(seed), async () => {}, { heldMs: 3000 });
        await Promise.race([held, new Promise((resolve) => setTimeout(resolve, 500))]);
        await host.stop();
        assert.equal(await host.exited, 0);
        await held.catch(() => {});
      });
    });
