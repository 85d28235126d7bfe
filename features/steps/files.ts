import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Given, Then, When } from '@cucumber/cucumber';
import { parseJson } from '../../conformance/client/index.js';
import { jsonStep } from '../support/json-step.js';
import { assertContains, at, same, show } from '../support/match.js';
import type { HostWorld } from '../support/world.js';

function inProject(world: HostWorld, name: string): string {
  return join(world.projectFolder, name);
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

Given('the project has the file {string}:', function (this: HostWorld, name: string, text: string) {
  return write(inProject(this, name), this.fill(text));
});

Given(
  'the project has the file {string} with the text {string}',
  function (this: HostWorld, name: string, text: string) {
    return write(inProject(this, name), text.replaceAll('\\n', '\n').replaceAll('\\"', '"'));
  },
);

jsonStep(
  'the project has the live scene {string} with the objects',
  function (this: HostWorld, name: string, objects: string) {
    const text = JSON.stringify(
      {
        format: 'jp.lilium.remotecontrol.live',
        formatVersion: 1,
        baseSceneName: 'Studio',
        metadata: {
          packageVersion: '0.25.3',
          appName: 'Demo Studio',
          appVersion: '1.0',
          engineVersion: '6000.3',
        },
        objects: parseJson(objects),
      },
      null,
      2,
    );
    return write(inProject(this, name), text.replaceAll('\\n', '\n').replaceAll('\\"', '"'));
  },
);

Given(
  'the project has the live scene {string} with {int} objects that wait',
  function (this: HostWorld, name: string, count: number) {
    const objects = Array.from({ length: count }, (_, i) => ({
      '@source': `ghost-${i}`,
      '@type': 'Lamp',
      level: i,
      names: ['a', null],
    }));
    const format = 'jp.lilium.remotecontrol.live';
    return write(inProject(this, name), JSON.stringify({ format, formatVersion: 1, objects }, null, 2));
  },
);

Given('the project has a link {string} to a folder elsewhere', function (this: HostWorld, name: string) {
  // Windows requires a privilege for other links; on other systems the kind does not matter.
  return symlink(tmpdir(), inProject(this, name), 'junction');
});

Given('the project folder vanishes', function (this: HostWorld) {
  return rm(this.projectFolder, { recursive: true, force: true });
});

When('I remember the bytes of {string}', async function (this: HostWorld, name: string) {
  this.remembered.set(name, await readFile(inProject(this, name), 'utf8'));
});

Then('{string} still has the same bytes', assertSameBytes);

Then('a save leaves {string} as it is', async function (this: HostWorld, name: string) {
  await this.host.control('live.save');
  await assertSameBytes.call(this, name);
});

async function assertSameBytes(this: HostWorld, name: string): Promise<void> {
  assert.equal(await readFile(inProject(this, name), 'utf8'), this.remembered.get(name));
}

Then(
  'of {string} only `{}` has become `{}`',
  async function (this: HostWorld, name: string, before: string, after: string) {
    const remembered = this.remembered.get(name)!;
    assert.equal(remembered.split(before).length, 2, `${before} is not there once`);
    assert.equal(
      await readFile(inProject(this, name), 'utf8'),
      remembered.replace(before, () => after),
    );
  },
);

Then('the file {string} is exactly:', async function (this: HostWorld, name: string, expected: string) {
  assert.equal((await readFile(inProject(this, name), 'utf8')).trimEnd(), expected);
});

Then(
  '{string} in the file {string} is:',
  async function (this: HostWorld, path: string, name: string, expected: string) {
    const file = parseJson(await readFile(inProject(this, name), 'utf8'));
    assert.equal(show(at(file, path)), show(parseJson(this.fill(expected))));
  },
);

jsonStep('the file {string} has', async function (this: HostWorld, name: string, expected: string) {
  assertContains(parseJson(await readFile(inProject(this, name), 'utf8')), parseJson(this.fill(expected)));
});

Then(
  '{string} in the file {string} is {}',
  async function (this: HostWorld, path: string, name: string, expected: string) {
    const file = parseJson(await readFile(inProject(this, name), 'utf8'));
    const wanted = parseJson(this.fill(expected));
    assert.ok(same(at(file, path), wanted), `${path} is ${show(at(file, path))} in ${show(file)}`);
  },
);

Then(
  'there is no {string} in the file {string}',
  async function (this: HostWorld, path: string, name: string) {
    const file = parseJson(await readFile(inProject(this, name), 'utf8'));
    assert.equal(at(file, path), undefined, show(file));
  },
);

jsonStep(
  'the objects in the file {string} are exactly',
  async function (this: HostWorld, name: string, expected: string) {
    const file = parseJson(await readFile(inProject(this, name), 'utf8'));
    assert.equal(show(file.objects), show(parseJson(this.fill(expected))));
  },
);

Then('no file of the project contains {}', async function (this: HostWorld, text: string) {
  const names = await readdir(this.projectFolder, { recursive: true });
  const files = names.filter((name) => name.endsWith('.json'));
  assert.ok(files.length > 0, 'the project has files');
  for (const name of files) {
    const content = await readFile(inProject(this, name), 'utf8');
    assert.ok(!content.includes(this.fill(text)), `${name}: ${content}`);
  }
});

Then('the project has no saved data', async function (this: HostWorld) {
  const names = await readdir(this.projectFolder, { recursive: true });
  assert.deepEqual(
    names.filter((name) => name.endsWith('.live.json') || name.endsWith('.preset.json')),
    [],
  );
});

Then(
  'the folder {string} holds nothing but {}',
  async function (this: HostWorld, folder: string, names: string) {
    assert.deepEqual((await readdir(inProject(this, folder))).sort(), names.split(', ').sort());
  },
);

Then('nothing is unsaved', async function (this: HostWorld) {
  assert.equal(show(await this.host.control('dirty')), '{"unsaved":false,"objects":[]}');
});

Then('something is unsaved', async function (this: HostWorld) {
  assert.equal((await this.host.control('dirty')).unsaved, true);
});

Then('{string} is dirty in {}', async function (this: HostWorld, key: string, properties: string) {
  const { unsaved, objects } = await this.host.control('dirty');
  assert.equal(unsaved, true);
  const found = objects.find((object: { key: string }) => object.key === key);
  assert.deepEqual(found?.properties, properties.split(', '), show(objects));
});

Then('{string} is clean', async function (this: HostWorld, key: string) {
  assert.equal((await this.http.request('GET', `/exposed/object/${key}`)).status, 200, `there is a ${key}`);
  const { objects } = await this.host.control('dirty', { key });
  assert.equal(show(objects), '[]');
});

When(/^the host saves the live scene(?: as "([^"]*)")?$/, function (this: HostWorld, path: string | null) {
  return this.host.control('live.save', path === null ? {} : { path });
});

When('the host begins to save the live scene', function (this: HostWorld) {
  return begin(this, 'live.save');
});

/** Work in progress of a scenario; a host that ends in the meantime does not answer. */
const underWay = new WeakMap<HostWorld, Promise<unknown>>();

/** The host has started the work once it answers a later request. */
async function begin(world: HostWorld, command: string, body: object = {}): Promise<void> {
  const begun = world.host.control(command, body).catch((error: unknown) => error);
  underWay.set(world, begun);
  for (let i = 0; i < 2; i++) await Promise.race([world.host.control('project'), begun]);
}

When('what the host has begun is done', async function (this: HostWorld) {
  const result = await underWay.get(this);
  if (result instanceof Error) throw result;
});

Then(
  'what is unsaved is that the file {string} still contains {string}, if it does',
  async function (this: HostWorld, name: string, text: string) {
    const isThere = (await readFile(inProject(this, name), 'utf8')).includes(text);
    assert.equal(show(await this.host.control('dirty')), `{"unsaved":${isThere},"objects":[]}`);
  },
);

When(
  /^the host loads the live scene "([^"]*)"( with its base scene reloaded)?$/,
  function (this: HostWorld, path: string, reloads: string | null) {
    return this.host.control('live.load', { path, ...(reloads !== null && { forceBaseSceneReload: true }) });
  },
);

When('the host sets {word} to {}', function (this: HostWorld, place: string, value: string) {
  const [key, ...path] = place.split('/');
  return this.host.control('set', { key, path: path.join('/'), value: parseJson(this.fill(value)) });
});
