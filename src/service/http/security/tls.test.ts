import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { connect, type TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import type { OpenResponse } from '../api.js';
import { engineKinds } from '../engines/engine.js';
import { searchUws } from '../engines/uws-load.js';
import { HttpServer } from '../server.js';
import { readTls } from './tls.js';

const pem = (name: string) => fileURLToPath(new URL(`../../../../test/tls/${name}.pem`, import.meta.url));
const pair = { cert: pem('cert'), key: pem('key') };

test('an unusable certificate or key is named together with the fix', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const damaged = join(folder, 'damaged.pem');
  writeFileSync(damaged, '-----BEGIN CERTIFICATE-----\n*****\n-----END CERTIFICATE-----\n');
  assert.equal(readTls(pair).cert, pair.cert);
  assert.equal(readTls({ ...pair, key: pem('encrypted-key'), passphrase: 'secret' }).passphrase, 'secret');
  for (const [options, message] of [
    [{ ...pair, key: pem('other-key') }, /the key belongs to another certificate/],
    [{ ...pair, key: pem('encrypted-key') }, /the key is encrypted; give its passphrase/],
    [{ ...pair, key: pem('encrypted-key'), passphrase: 'wrong' }, /the passphrase is not that of the key/],
    [{ ...pair, cert: fileURLToPath(import.meta.url) }, /PEM form/],
    [{ ...pair, cert: damaged }, /not a certificate and its key: .*base64/],
    [{ ...pair, key: pem('missing') }, /private key .*missing\.pem cannot be read: there is no such file/],
  ] as const) {
    assert.throws(() => readTls(options), { name: 'TlsError', message }, String(message));
  }
});

/** Body of a GET over HTTPS. */
function fetched(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { ca: readFileSync(pair.cert) }, (answer) => {
      let body = '';
      answer.on('data', (chunk) => (body += chunk)).on('end', () => resolve(body));
    }).on('error', reject);
  });
}

for (const engine of engineKinds) {
  const isMissing = engine === 'uws' && searchUws().found === undefined;
  describe(`HTTPS by ${engine}`, { skip: isMissing && 'no build of it works here' }, async () => {
    const large = 'x'.repeat(3_000_000);
    const largeText = Buffer.alloc(8_000_000, 'x');
    const serverWith = (tls: typeof pair & { passphrase?: string }) =>
      new HttpServer(
        [
          { method: 'GET', path: '/small', handle: () => '"small"' },
          { method: 'GET', path: '/large', handle: () => ({ body: [large, large] }) },
          {
            method: 'GET',
            path: '/stream',
            handle: () => ({
              contentType: 'text/event-stream',
              open(response: OpenResponse) {
                response.owner = { onWritable() {}, onClosed() {} };
                response.write(largeText);
              },
            }),
          },
        ],
        { port: 0, engine: isMissing ? 'node' : engine, tls },
        { now: () => performance.now(), onException: (error) => assert.fail(error as Error) },
      );

    test('small and large responses are served over HTTPS only', async () => {
      const server = serverWith(pair);
      after(() => server.close());
      const { url, port } = await server.listen();
      assert.match(url, /^https:/);
      assert.equal(await fetched(`${url}/small`), '"small"');
      assert.equal(await fetched(`${url}/large`), large + large);
      await assert.rejects(fetch(`http://127.0.0.1:${port}/small`));
      assert.equal(await fetched(`${url}/small`), '"small"');
    });

    test('unread stream data is kept once and unencrypted', async (t) => {
      const server = serverWith(pair);
      t.after(() => server.close());
      const { port } = await server.listen();
      const open = (): Promise<TLSSocket> =>
        new Promise((resolve, reject) => {
          const socket = connect({
            port,
            host: '127.0.0.1',
            ca: readFileSync(pair.cert),
            servername: 'localhost',
          });
          t.after(() => socket.destroy());
          socket.on('error', reject);
          socket.write('GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n');
          // A part has arrived, so all of it was written.
          socket.once('data', () => {
            socket.pause();
            resolve(socket);
          });
        });
      const before = process.memoryUsage().rss;
      const silent: TLSSocket[] = [];
      for (let i = 0; i < 50; i++) silent.push(await open());
      const grown = (process.memoryUsage().rss - before) / 2 ** 20;
      assert.ok(grown < 200, `50 times 8 MB: it has grown by ${grown.toFixed(0)} MB`);
      await new Promise<void>((resolve) => {
        silent[0]!.on('data', () => {
          if (silent[0]!.bytesRead > largeText.length) resolve();
        });
        silent[0]!.resume();
      });
    });

    test('an encrypted key is accepted with its passphrase; a wrong one prevents listening', async () => {
      const server = serverWith({ ...pair, key: pem('encrypted-key'), passphrase: 'secret' });
      after(() => server.close());
      assert.equal(await fetched(`${(await server.listen()).url}/small`), '"small"');
      const broken = serverWith({ ...pair, key: pem('other-key') });
      after(() => broken.close());
      await assert.rejects(broken.listen(), { name: 'TlsError' });
    });
  });
}
