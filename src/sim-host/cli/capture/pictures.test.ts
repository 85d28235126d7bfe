import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
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
