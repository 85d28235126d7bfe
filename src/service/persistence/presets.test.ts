import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryFiles } from '../../../test/oracle/files/memory-files.js';
import { createPlainHost } from '../index.js';
import { ExposedModel } from '../model.js';
import { formats } from './format.js';
import { Presets } from './presets.js';
import { ProjectFolder } from './project-folder.js';

/** Files that change when they are given another version, and not by their texts alone. */
class StampedFiles extends MemoryFiles {
  readonly versions = new Map<string, string | undefined>();
  readonly read: string[] = [];

  async stamp(path: string): Promise<string | undefined> {
    return this.versions.get(path);
  }

  override readBytes(path: string): Promise<Uint8Array | undefined> {
    this.read.push(path.slice(path.lastIndexOf('/') + 1));
    return super.readBytes(path);
  }
}

const textOf = (type: string) =>
  JSON.stringify({ format: formats.preset[0], formatVersion: 1, object: { '@type': type } });

test('a preset that is as it was is not read again for the list', async () => {
  const host = createPlainHost({ name: 'Test', log: () => {}, loop: 'own' });
  const sink = { active: false, changed: () => {}, reparented: () => {} };
  const model = new ExposedModel(host, { find: () => undefined }, (key) => key, sink);
  const files = new StampedFiles();
  const put = (name: string, text: string, version: string | undefined) => {
    const path = `/project/${name}.preset.json`;
    files.texts.set(path, text);
    files.versions.set(path, version);
  };
  const presets = new Presets(
    model,
    host.application,
    new ProjectFolder('/project', files, host.log),
    host.log,
  );
  const list = async () => {
    files.read.length = 0;
    return Object.fromEntries((await presets.list()).map(({ name, type }) => [/\w+/.exec(name)![0], type]));
  };
  put('lamp', textOf('Lamp'), 'a');
  put('broken', '{', 'a');
  put('recent', textOf('Lamp'), undefined);
  const first = await list();
  assert.deepEqual(first, { lamp: 'Lamp', broken: '', recent: 'Lamp' });
  assert.equal(files.read.length, 3);
  assert.deepEqual(await list(), first);
  assert.deepEqual(files.read, ['recent.preset.json']);
  put('lamp', textOf('Desk'), 'b');
  put('broken', textOf('Lamp'), 'b');
  put('recent', textOf('Desk'), undefined);
  assert.deepEqual(await list(), { lamp: 'Desk', broken: 'Lamp', recent: 'Desk' });
  // One that was gone is another one.
  files.texts.delete('/project/lamp.preset.json');
  await list();
  put('lamp', textOf('Lamp'), 'b');
  assert.equal((await list()).lamp, 'Lamp');
  host.stop();
});
