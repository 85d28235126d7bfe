import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  access,
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { After, Given, Then, When } from '@cucumber/cucumber';
import type { HostWorld } from '../support/world.js';

const notYours = 'not yours';
const elsewhere = new WeakMap<HostWorld, string>();

After(async function (this: HostWorld) {
  const folder = elsewhere.get(this);
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

/** Windows has no pipes among its files and requires a privilege for links. */
const isWindows = process.platform === 'win32';

function inProject(world: HostWorld, name: string): string {
  return join(world.projectFolder, name.replaceAll('\\n', '\n'));
}

Given('a folder elsewhere with the file {string}', async function (this: HostWorld, name: string) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'elsewhere-')));
  elsewhere.set(this, folder);
  this.remembered.set('elsewhere', folder);
  await writeFile(join(folder, name), notYours);
});

Then(
  'the folder elsewhere holds nothing but {string} as it was',
  async function (this: HostWorld, name: string) {
    const folder = elsewhere.get(this)!;
    assert.deepEqual(await readdir(folder), [name]);
    assert.equal(await readFile(join(folder, name), 'utf8'), notYours);
  },
);

Given(
  'the project has a link {string} to {string}',
  async function (this: HostWorld, name: string, target: string) {
    if (isWindows) return 'skipped';
    await mkdir(dirname(inProject(this, name)), { recursive: true });
    await symlink(this.fill(target), inProject(this, name));
    return undefined;
  },
);

Given('the project has a pipe {string}', async function (this: HostWorld, name: string) {
  if (isWindows) return 'skipped';
  await mkdir(dirname(inProject(this, name)), { recursive: true });
  await rm(inProject(this, name), { force: true });
  execFileSync('mkfifo', [inProject(this, name)]);
  return undefined;
});

Given('the project has the folder {string}', async function (this: HostWorld, name: string) {
  await mkdir(inProject(this, name), { recursive: true });
});

Given("the project has somebody else's file {string}", async function (this: HostWorld, name: string) {
  await mkdir(dirname(inProject(this, name)), { recursive: true });
  await writeFile(inProject(this, name), notYours);
});

Then("somebody else's file {string} is as it was", async function (this: HostWorld, name: string) {
  assert.equal(await readFile(inProject(this, name), 'utf8'), notYours);
});

Given(
  'the project has the file {string} with the bytes {}',
  async function (this: HostWorld, name: string, hex: string) {
    const parts = hex.split(/<(.*?)>/).map((part, i) => Buffer.from(part, i % 2 === 0 ? 'utf8' : 'hex'));
    await writeFile(inProject(this, name), Buffer.concat(parts));
  },
);

Given(
  'the project has a file {string} that was written to {int} minutes ago',
  async function (this: HostWorld, name: string, minutes: number) {
    const time = new Date(Date.now() - minutes * 60_000);
    await writeFile(inProject(this, name), '');
    await utimes(inProject(this, name), time, time);
  },
);

Then('the project has no {string}', async function (this: HostWorld, name: string) {
  await assert.rejects(lstat(inProject(this, name)), { code: 'ENOENT' });
});

Given('the file {string} has the mode {int}', async function (this: HostWorld, name: string, mode: number) {
  await chmod(inProject(this, name), Number.parseInt(String(mode), 8));
});

Then('the mode of the file {string} is {int}', async function (this: HostWorld, name: string, mode: number) {
  if (isWindows) return 'skipped';
  assert.equal(((await stat(inProject(this, name))).mode & 0o777).toString(8), String(mode));
  return undefined;
});

Then('{string} is still a link', async function (this: HostWorld, name: string) {
  assert.ok((await lstat(inProject(this, name))).isSymbolicLink());
  await access(inProject(this, name));
});

Then('the answer tells nothing of this machine', function (this: HostWorld) {
  tellsNothing(this, this.answer.text);
});

Then(
  '{string} is told of the files that {string}, and of nothing of this machine',
  async function (this: HostWorld, name: string, trouble: string) {
    await this.barrierNotification(name);
    const texts = this.stream(name).events.map(({ data }) => JSON.stringify(data));
    assert.ok(texts.filter((text) => text.includes(trouble)).length > 1, texts.join('\n'));
    for (const text of texts) tellsNothing(this, text);
  },
);

function tellsNothing(world: HostWorld, text: string): void {
  for (const part of [world.projectFolder, tmpdir(), 'E[A-Z]{3,}:', 'node:'])
    assert.doesNotMatch(text, new RegExp(part.replaceAll('\\', '\\\\')));
}

/** Sends several requests concurrently, so that they are queued. */
When(
  'the host is asked to save {string} and then {string}',
  async function (this: HostWorld, first: string, second: string) {
    const answers = [first, second].map((path) => this.host.controlRequest('live.save', { path }));
    const [before, after] = await Promise.all(answers);
    assert.equal(before!.status, 400, before!.text);
    this.answer = after!;
  },
);
