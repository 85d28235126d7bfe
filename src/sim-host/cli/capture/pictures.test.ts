import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startSimHost } from '../../testing/index.js';
import { fetchPicture, PictureRefused } from './pictures.js';

const mebibyte = 1024 * 1024;

/** A host of pictures, one of which has no end, and one of which never begins. */
async function serve(t: TestContext): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url === '/silent') return;
    if (request.url === '/none') return void response.writeHead(404).end();
    if (request.url === '/page') return void response.setHeader('Content-Type', 'text/html').end('<p>');
    response.setHeader('Content-Type', 'image/png; charset=binary');
    if (request.url !== '/endless') return void response.end(Buffer.alloc(mebibyte, 7));
    const goOn = () => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
    };
    response.on('drain', goOn);
    goOn();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a picture is kept as it is sent, up to the bound', async (t) => {
  const url = await serve(t);
  const { bytes, extension } = await fetchPicture(`${url}/good`, { bytes: mebibyte, ms: 60_000 });
  assert.deepEqual([bytes.length, bytes.at(-1), extension], [mebibyte, 7, '.png']);
});

test('what is too long, too late, no picture or at no address of the web is refused with a reason', async (t) => {
  const url = await serve(t);
  const refused = async (address: string, reason: RegExp, ms = 60_000) => {
    const asked = fetchPicture(address, { bytes: 2 * mebibyte, ms });
    await assert.rejects(asked, (error) => error instanceof PictureRefused && reason.test(error.message));
  };
  await refused(`${url}/endless`, /more than 2 MiB/);
  await refused(`${url}/silent`, /not come in 0\.05 s/, 50);
  await refused(`${url}/none`, /404/);
  await refused(`${url}/page`, /no PNG/);
  await refused('data:image/png;base64,AAAA', /begins with data:/);
  await refused('file:///etc/hosts', /begins with file:/);
  await refused('http://127.0.0.1:1/x.png', /does not answer/);
});

test('what another origin has is not fetched for a copy, also not by a redirect', async (t) => {
  const asked: string[] = [];
  const other = createServer((request, response) => {
    asked.push(request.url!);
    response.setHeader('Content-Type', 'image/png').end('PNG');
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}/metadata`;
  const scene = {
    application: { name: 'Show' },
    classes: {
      Screen: {
        kind: 'component' as const,
        fields: {
          far: {
            type: 'String',
            value: elsewhere,
            controller: { type: 'ImagePreview' as const, intervalMs: 500 },
          },
          near: {
            type: 'String',
            value: '/redirect',
            controller: { type: 'ImagePreview' as const, intervalMs: 500 },
          },
        },
      },
    },
    scenes: { Main: { objects: [{ name: 'Screen', components: [{ class: 'Screen', key: 'screen' }] }] } },
  };
  const host = await startSimHost({ scene });
  const proxy = createServer((request, response) => {
    if (request.url === '/redirect') return void response.writeHead(302, { Location: elsewhere }).end();
    const { method, url: path, headers } = request;
    const { port } = new URL(host.url);
    request.pipe(
      ask({ port, method, path, headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      }),
    );
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const folder = await mkdtemp(join(tmpdir(), 'capture-'));
  t.after(async () => {
    for (const server of [other, proxy]) server.closeAllConnections();
    other.close();
    proxy.close();
    await host.stop();
    await rm(folder, { recursive: true });
  });
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const main = fileURLToPath(new URL('../../../../bin/sim-host.mjs', import.meta.url));
  const child = spawn(process.execPath, [main, 'capture', url, '--out', folder]);
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  child.stdout.resume();
  assert.deepEqual(await once(child, 'close'), [0, null], stderr);
  assert.match(
    stderr,
    /is not kept: it is not at http:\/\/127\.0\.0\.1:\d+, and nothing is fetched from elsewhere/,
  );
  assert.match(stderr, /is not kept: it is answered with 302/);
  assert.deepEqual(asked, []);
});
