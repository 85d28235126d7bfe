import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryFiles } from '../../../test/model-based/files/memory-files.js';
import { createModel } from '../../../test/support/stored-model.js';
import { createPlainHost } from '../index.js';
import { formats } from './format.js';
import { Presets } from './preset-files.js';
import { ProjectFolder } from './project/project-folder.js';

test('an unreadable preset is listed without a type until it can be read', async () => {
  const host = createPlainHost({ name: 'Test', log: () => {}, loop: 'own' });
  const model = createModel(host);
  const object = { '@type': 'Lamp' };
  const lamp = JSON.stringify({ format: formats.preset[0], formatVersion: 1, object });
  const files = new MemoryFiles(new Map([['/project/a.preset.json', lamp]]));
  const folder = new ProjectFolder('/project', files, host.log);
  const presets = new Presets(model, host.application, folder, host.log);
  files.texts.set('/project/b.preset.json', '{');
  const types = async () => (await presets.list()).map(({ type }) => type);
  assert.deepEqual(await types(), ['Lamp', '']);
  files.texts.set('/project/b.preset.json', lamp);
  assert.deepEqual(await types(), ['Lamp', 'Lamp']);
  host.stop();
});
