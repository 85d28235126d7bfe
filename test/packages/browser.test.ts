/** `sim-host/client` of the packed package in Chromium, bundled or not, with a host of that package. */
import assert from 'node:assert/strict';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { launch, quitBrowser } from '../support/browser.js';
import { bench, install, packSimHost, project, repository, runNode } from './workbench.js';

type Testing = typeof import('../../src/sim-host/testing/index.js');

let folder: string;
let pages: Server;
let host: Awaited<ReturnType<Testing['startSimHost']>>;

before(async () => {
  folder = project('page');
  install(folder, packSimHost().file);
  cpSync(fileURLToPath(new URL('page/', import.meta.url)), folder, { recursive: true });
  const installed = join(folder, 'node_modules', 'sim-host');
  const entry = pathToFileURL(join(installed, 'dist', 'sim-host', 'testing', 'index.js')).href;
  const { startSimHost }: Testing = await import(entry);
  host = await startSimHost({ scene: join(installed, 'scenes', 'demo.yaml'), clock: 'real' });
  pages = createServer(({ url }, response) => {
    const path = new URL(url!, 'http://page').pathname;
    try {
      const type = extname(path) === '.html' ? 'text/html' : 'text/javascript';
      response.setHeader('Content-Type', type).end(readFileSync(join(folder, path)));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
});

after(async () => {
  await quitBrowser();
  pages?.close();
  await host?.stop();
  rmSync(bench, { recursive: true, force: true });
});

/** Opens a page in Chromium and controls a light with it. */
async function works(path: string): Promise<void> {
  const put = (value: number) =>
    fetch(`${host.url}/exposed/object/key-light/intensity`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ value }),
    });
  await put(1);
  const context = await (await launch()).newContext();
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error.stack)));
  const shows = async (id: string, text: string) => {
    const output = page.locator(`#${id}`, { hasText: new RegExp(`^${text}$`) });
    await output.waitFor().catch((error) => assert.fail(`${id} is not "${text}": ${errors.join() || error}`));
  };
  try {
    const { port } = pages.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/${path}?host=${host.url}`);
    await shows('level', '1');
    await put(1.5);
    await shows('level', '1.5');
    await page.click('#brighter');
    await shows('taken', '2');
    await shows('level', '2');
    await shows('refused', 'not-found');
    assert.deepEqual(errors, []);
  } finally {
    await context.close();
  }
}

test('the client works in a browser when bundled by esbuild', async () => {
  await build({
    absWorkingDir: folder,
    entryPoints: ['app.js'],
    bundle: true,
    format: 'esm',
    outdir: 'built',
    logLevel: 'silent',
  });
  await works('esbuild.html');
});

test('the client works in a browser when bundled by Vite', async () => {
  const vite = join(repository, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status, stdout, stderr } = runNode(folder, vite, 'build', '--base', './');
  assert.equal(status, 0, stdout + stderr);
  assert.doesNotMatch(stdout + stderr, /warn|externalized/i);
  await works('dist/index.html');
});

test('the client works in a browser with an import map, without a bundler', () => works('mapped.html'));
