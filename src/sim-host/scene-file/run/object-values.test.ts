import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { RemoteControlService } from '../../../service/index.js';
import { Engine } from '../../engine/index.js';
import { createSimHost } from '../../host.js';
import { checkSceneObject } from '../check/check.js';
import { SceneRuntime } from './runtime.js';

test('an image of a scene object is read from the folder of the object', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'images-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'stage.png'), 'a picture');
  const picture = { type: 'String', controller: { type: 'ImagePreview', intervalMs: 500 } } as const;
  const scene = {
    application: { name: 'Show' },
    classes: { Screen: { kind: 'static', fields: { picture } } },
    objects: [{ class: 'Screen', images: { picture: 'stage.png' } }],
  } as const;
  const { document } = await checkSceneObject(scene, folder);
  const application = { name: 'Show', version: '1', engineVersion: '1', mode: 'player' } as const;
  const engine = new Engine({ application, clock: 'manual' });
  const service = new RemoteControlService({ host: createSimHost(engine) });
  new SceneRuntime(document!, engine, service).start();
  const { target } = service.objects.required('Screen');
  assert.equal(Buffer.from(engine.images.source(target, 'picture')!(0)).toString(), 'a picture');
  await service.stop();
});
