/// <reference lib="dom" />
/** Phones at the addresses that a host prints, from the QR code to a moved slider. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type RunningSimHost, startSimHost } from '../../src/sim-host/sim-host.js';
import { becomes, every, field, otherHosts, phone, quitBrowser, test, visit } from './stage.js';

const project = mkdtempSync(join(tmpdir(), 'panel-addresses-'));

after(async () => {
  await quitBrowser();
  rmSync(project, { recursive: true, force: true });
});

const tls = (file: string) => fileURLToPath(new URL(`../tls/${file}.pem`, import.meta.url));

function start(isTls: boolean): Promise<RunningSimHost> {
  const certificate = isTls ? { tlsCert: tls('cert'), tlsKey: tls('key') } : {};
  return startSimHost({
    scene: every,
    port: 0,
    pair: 'full',
    allowExternalConnections: true,
    project,
    ...certificate,
  });
}

/** Returns the address in the QR code, and the other addresses of the host. */
function addressesOf({ url, addresses }: RunningSimHost): string[] {
  const { protocol, port } = new URL(url);
  return [...addresses.slice(0, 1), ...otherHosts.map((host) => `${protocol}//${host}:${port}`)];
}

for (const isTls of [false, true])
  test(`a phone pairs and moves a slider at every address, over ${isTls ? 'HTTPS' : 'HTTP'}`, async (t) => {
    const host = await start(isTls);
    t.after(() => host.stop());
    const { service } = host;
    const slide = service.property(service.objects.resolve('every')!, 'slide');
    let value = 2;
    for (const address of addressesOf(host)) {
      const { page, strangers, end } = await visit(address, '#/objects/every', {
        ...phone,
        ignoreHTTPSErrors: true,
      });
      await page.getByLabel('Code that the host shows').fill(service.pairing!.code);
      await page.getByRole('button', { name: 'Unlock' }).tap();
      await field(page, 'slide').getByRole('slider').press('ArrowRight');
      value += 0.5;
      await becomes(() => slide.get(), value);
      assert.deepEqual(strangers, [], address);
      await end();
    }
  });
