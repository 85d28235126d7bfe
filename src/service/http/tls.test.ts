import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { engineKinds } from './engines/engine.js';
import { searchUws } from './engines/uws-binary.js';
import { HttpServer } from './server.js';
import { readTls } from './tls.js';

const pem = (name: string) => fileURLToPath(new URL(`../../../test/tls/${name}.pem`, import.meta.url));
const pair = { cert: pem('cert'), key: pem('key') };

test('what is no certificate with its key is named, with the fix', (t) => {
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
    [{ ...pair, cert: damaged }, /no certificate and key: .*base64/],
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
    const serverWith = (tls: typeof pair & { passphrase?: string }) =>
      new HttpServer(
        [
          { method: 'GET', path: '/small', handle: () => '"small"' },
          { method: 'GET', path: '/large', handle: () => ({ body: [large, large] }) },
        ],
        { port: 0, engine: isMissing ? 'node' : engine, tls },
        { now: () => performance.now(), onException: (error) => assert.fail(error as Error) },
      );

    test('answers small and large, and no plain HTTP', async () => {
      const server = serverWith(pair);
      after(() => server.close());
      const { url, port } = await server.listen();
      assert.match(url, /^https:/);
      assert.equal(await fetched(`${url}/small`), '"small"');
      assert.equal(await fetched(`${url}/large`), large + large);
      await assert.rejects(fetch(`http://127.0.0.1:${port}/small`));
      assert.equal(await fetched(`${url}/small`), '"small"');
    });

    test('takes an encrypted key, and does not listen with a wrong one', async () => {
      const server = serverWith({ ...pair, key: pem('encrypted-key'), passphrase: 'secret' });
      after(() => server.close());
      assert.equal(await fetched(`${(await server.listen()).url}/small`), '"small"');
      const broken = serverWith({ ...pair, key: pem('other-key') });
      after(() => broken.close());
      await assert.rejects(broken.listen(), { name: 'TlsError' });
    });
  });
}
