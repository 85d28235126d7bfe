/** Copies of the host of the scenario, as `sim-host capture` creates them. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { After, type DataTable, Given, Then } from '@cucumber/cucumber';
import { HttpClient, type Json, SimHostProcess, toJson } from '../../conformance/client/index.js';
import type { HostWorld } from '../support/world.js';
import { result } from './remote-command.js';

const folders = new WeakMap<HostWorld, string[]>();

async function folderOf(world: HostWorld): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sim-host-features-'));
  folders.set(world, [...(folders.get(world) ?? []), folder]);
  return folder;
}

After(async function (this: HostWorld) {
  for (const folder of folders.get(this) ?? []) await rm(folder, { recursive: true, force: true });
});

Given('the address of the host as {string}', function (this: HostWorld, name: string) {
  this.remembered.set(name, this.host.url);
});

/** An answer whose ids are numbered by their order. */
function withoutIds(answer: Json): string {
  const numbers = new Map<string, number>();
  return toJson(answer).replaceAll(/\d{9,}/g, (id) => {
    if (!numbers.has(id)) numbers.set(id, numbers.size);
    return `#${numbers.get(id)}`;
  });
}

Then(
  'a host that runs what it printed answers as this one:',
  { timeout: 60_000 },
  async function (this: HostWorld, table: DataTable) {
    const file = join(await folderOf(this), 'copy.yaml');
    await writeFile(file, result(this).stdout);
    const copy = await SimHostProcess.start(['--scene', file, '--clock', 'manual']);
    try {
      const client = new HttpClient(copy.url);
      for (const [path] of table.raw() as [string][]) {
        const own = await this.http.request('GET', path);
        const copied = await client.request('GET', path);
        assert.equal(withoutIds(copied.json), withoutIds(own.json), path);
      }
    } finally {
      await copy.stop();
    }
  },
);
