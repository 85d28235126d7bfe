import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { connect } from '../../src/client/index.js';
import { every, field, host, quitBrowser, test, visit } from './stage.js';

after(quitBrowser);

/** A proxy that serves a host below /studio/, like nginx's `proxy_pass` with a trailing slash. */
async function strippingProxy(target: string) {
  const missed: string[] = [];
  const { port } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    if (!url.startsWith('/studio/')) {
      missed.push(url);
      return void outgoing.writeHead(404).end();
    }
    const path = url.slice('/studio'.length);
    const asked = request({ port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    asked.on('error', () => outgoing.destroy());
    outgoing.on('close', () => asked.destroy());
    incoming.pipe(asked);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/studio`, missed, close };
}

test('panel, images and description work below a path of a proxy that strips it', async (t) => {
  const running = await host(every);
  t.after(() => running.stop());
  const { url, missed, close } = await strippingProxy(running.url);
  t.after(close);
  const { page, end } = await visit(url, '#/objects/every');
  t.after(end);
  await field(page, 'preview').scrollIntoViewIfNeeded();
  const picture = field(page, 'preview').locator('img');
  await picture.waitFor();
  const address = await picture.getAttribute('src');
  assert.ok(address?.startsWith(`${url}/exposed/image/`), String(address));
  await page.locator('.glyph').first().waitFor({ state: 'attached' });
  const mask = await page
    .locator('.glyph')
    .first()
    .evaluate((icon) => getComputedStyle(icon).maskImage);
  assert.ok(mask.includes(`${url}/panel/glyph`), mask);
  const manifest = new URL('panel/manifest.webmanifest', `${url}/`);
  const { start_url, scope, icons } = (await (await fetch(manifest)).json()) as {
    start_url: string;
    scope: string;
    icons: { src: string }[];
  };
  for (const place of [start_url, scope]) assert.equal(new URL(place, manifest).href, `${url}/`);
  for (const { src } of icons) assert.equal((await fetch(new URL(src, manifest))).status, 200, src);
  const description = (await (await fetch(`${url}/openapi.json`)).json()) as { servers: { url: string }[] };
  assert.equal(new URL(description.servers[0]!.url, `${url}/openapi.json`).href, `${url}/`);
  const studio = await connect(url);
  t.after(() => studio.close());
  assert.equal(studio.imageUrl('/exposed/image/1/preview'), `${url}/exposed/image/1/preview`);
  assert.deepEqual(
    missed.filter((path) => path !== '/favicon.ico'),
    [],
  );
});
