import assert from 'node:assert/strict';
import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Given, Then, When } from '@cucumber/cucumber';
import { harnessRoot } from '../../conformance/client/index.js';
import { jsonStep } from '../support/json-step.js';
import { assertContains } from '../support/match.js';
import type { HostWorld } from '../support/world.js';

const folderOf = (world: HostWorld) => join(world.projectFolder, 'watched');
/** Number of awaited lines of each kind. */
const awaited = new WeakMap<HostWorld, Map<string, number>>();

/** Copies the scene and its module to a folder of the scenario, so that they can be edited. */
Given('a watched copy of the scene {string}', async function (this: HostWorld, name: string) {
  await this.useProjectFolder();
  const folder = folderOf(this);
  await mkdir(folder, { recursive: true });
  for (const file of [`${name}.yaml`, `${name}.mjs`]) {
    await copyFile(join(harnessRoot, 'features', 'fixtures', file), join(folder, file));
  }
  await this.start(join(folder, `${name}.yaml`), ['--watch']);
});

async function edited(file: string, from: string, to: string): Promise<string> {
  const text = await readFile(file, 'utf8');
  assert.ok(text.includes(from), `${file} has no ${from}`);
  return text.replace(from, to.replaceAll('\\n', '\n'));
}

When(
  'the file {string} is saved with {string} for {string}',
  async function (this: HostWorld, name: string, to: string, from: string) {
    const file = join(folderOf(this), name);
    await writeFile(file, await edited(file, from, to));
  },
);

When(
  'the file {string} is renamed over with {string} for {string}',
  async function (this: HostWorld, name: string, to: string, from: string) {
    const file = join(folderOf(this), name);
    await rename(file, `${file}~`);
    await writeFile(`${file}.new`, await edited(`${file}~`, from, to));
    await rename(`${file}.new`, file);
  },
);

When(
  'the file {string} is emptied and then written with {string} for {string}',
  async function (this: HostWorld, name: string, to: string, from: string) {
    const file = join(folderOf(this), name);
    const text = await edited(file, from, to);
    await writeFile(file, '');
    await writeFile(file, text);
  },
);

async function nextLine(world: HostWorld, event: string): Promise<Record<string, unknown>> {
  const counts = awaited.get(world) ?? new Map<string, number>();
  awaited.set(world, counts);
  const index = counts.get(event) ?? 0;
  for (;;) {
    const line = world.process.lines.filter((each) => each.event === event)[index];
    if (line !== undefined) {
      counts.set(event, index + 1);
      return line;
    }
    await wait(5);
  }
}

Then('the host prints {string}', async function (this: HostWorld, event: string) {
  await nextLine(this, event);
});

jsonStep('the host prints {string} with', async function (this: HostWorld, event: string, expected: string) {
  assertContains(await nextLine(this, event), JSON.parse(expected));
});
