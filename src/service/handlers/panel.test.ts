import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createService } from '../../../test/support/service.js';

const html = { Accept: 'text/html,application/xhtml+xml' };

/** A page in a folder of its own, as an application may provide it. */
function folderOf(t: { after(end: () => void): void }): string {
  const folder = mkdtempSync(join(tmpdir(), 'page-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>own');
  writeFileSync(join(folder, 'app.js.gz'), gzipSync('own()'));
  writeFileSync(join(folder, 'glyphs.txt.br'), brotliCompressSync('\ncategory\tM0\nbulb\tM1 2\n'));
  return folder;
}

for (const engine of ['auto', 'node'] as const) {
  test(`a page is served without a token, compressed, and only if it has changed (${engine})`, async (t) => {
    const { service } = createService(t, { panel: folderOf(t), http: { engine, token: 'sesame' } });
    const { url } = await service.start();
    const page = await fetch(url, { headers: html });
    assert.equal(await page.text(), '<!doctype html>own');
    assert.match(
      page.headers.get('content-security-policy') ?? '',
      /^default-src 'none'; script-src 'self';/,
    );
    assert.equal((await fetch(`${url}/exposed/objects`, { headers: html })).status, 401);
    assert.match((await fetch(url)).headers.get('content-type') ?? '', /^text\/plain/);

    const script = await fetch(`${url}/panel/app.js`, { headers: { 'Accept-Encoding': 'gzip' } });
    assert.equal(script.headers.get('content-encoding'), 'gzip');
    for (const taken of ['identity', 'gzip;q=0, br', 'gzip; q=0.0']) {
      const plain = await fetch(`${url}/panel/app.js`, { headers: { 'Accept-Encoding': taken } });
      assert.equal(plain.headers.get('content-encoding'), null, taken);
    }
    assert.equal(await script.text(), 'own()');
    const plain = await fetch(`${url}/panel/app.js`, { headers: { 'Accept-Encoding': 'identity' } });
    assert.deepEqual([plain.headers.get('content-encoding'), await plain.text()], [null, 'own()']);
    const tag = { 'If-None-Match': script.headers.get('etag') ?? '' };
    assert.equal((await fetch(`${url}/panel/app.js`, { headers: tag })).status, 304);
    assert.equal((await fetch(`${url}/panel/app.css`)).status, 404);

    const glyph = async (name: string) => (await fetch(`${url}/panel/glyph?name=${name}`)).text();
    assert.match(await glyph('bulb'), /d="M1 2"/);
    assert.match(await glyph('no_such_thing'), /d="M0"/);
    assert.match(await glyph(encodeURIComponent('bulb\tM1')), /d="M0"/);
  });
}

test('the content policy lets the page connect only to its host', async (t) => {
  const { service } = createService(t, { panel: folderOf(t) });
  const { url } = await service.start();
  const policy = async (steered: string) => {
    const { headers } = await fetch(`${url}/?host=${encodeURIComponent(steered)}`, { headers: html });
    return headers.get('content-security-policy') ?? '';
  };
  assert.match(
    await policy('https://studio.example:9095/x'),
    /connect-src 'self' https:\/\/studio\.example:9095;/,
  );
  for (const hostile of [
    'https://a.example; script-src *',
    'http://*.example',
    'http://*:9095',
    'javascript:alert(1)',
    '*',
    "x'; script-src *",
  ]) {
    const given = await policy(hostile);
    assert.match(given, /script-src 'self';/, hostile);
    assert.ok(!/[*]/.test(given), given);
  }
});

test('an option that is not a folder is refused with the fix', (t) => {
  assert.throws(() => createService(t, { panel: 7 as never }), /panel must be true, false, or the path/);
});
