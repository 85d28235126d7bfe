import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startSimHost } from '../../sim-host.js';
import type { SimHostOptions } from '../../sim-host-options.js';

const main = fileURLToPath(new URL('../../../../bin/sim-host.mjs', import.meta.url));
const pem = (name: string) => fileURLToPath(new URL(`../../../../test/tls/${name}.pem`, import.meta.url));
const scene = { description: { application: { name: 'Show' } }, folder: '.' };

async function run(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [main, ...args], { env: { ...process.env, ...env } });
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  child.stdout.resume();
  const [code] = await once(child, 'close');
  return { code, stderr };
}

for (const http of ['uws', 'node'] as const)
  test(`a command reports why a host cannot be reached, on ${http}`, async (t) => {
    const start = async (options: Partial<SimHostOptions>) => {
      const host = await startSimHost({ scene, port: 0, http, ...options });
      t.after(() => host.stop());
      return host.url;
    };
    const plain = await start({});
    const tls = await start({ tlsCert: pem('cert'), tlsKey: pem('key') });
    const cases: readonly [url: string, code: number, message: RegExp][] = [
      [tls, 3, /its certificate is not trusted \(.+\); name the file of its CA in NODE_EXTRA_CA_CERTS\n$/],
      [tls.replace('https', 'http'), 3, /is it http:\/\/ or https:\/\/\?\n$/],
      [plain.replace('http', 'https'), 3, /is it http:\/\/ or https:\/\/\?|no answer within/],
      [`${plain}/#/objects`, 0, /^$/],
      [plain.replace('//', '//me:pa55@'), 2, /^sim-host: a URL takes no user name and no password/],
      ['http://127.0.0.1:1', 3, /is it running\?/],
    ];
    await Promise.all(
      cases.map(async ([url, code, message]) => {
        const said = await run(['ls', '--url', url]);
        assert.match(said.stderr, message, url);
        assert.deepEqual([said.code, said.stderr.includes('pa55')], [code, false], said.stderr);
      }),
    );
    const types = await run(['types', plain.replace('//', '//me:pa55@')]);
    assert.deepEqual([types.code, types.stderr.includes('pa55')], [2, false], types.stderr);
    const known = await run(['ls', '--url', tls], { NODE_EXTRA_CA_CERTS: pem('cert') });
    assert.equal(known.code, 0, known.stderr);
  });
