import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryFiles } from '../../../test/model-based/files/memory-files.js';
import { defineStored, type StoredMember } from '../../../test/support/stored-model.js';
import type { FileStore, Json } from '../index.js';
import { createPlainHost, RemoteControlService } from '../index.js';

/** A service with one object whose members have these types. */
function build(members: Record<string, StoredMember>, files: FileStore) {
  const host = createPlainHost({ name: 'Test', log: () => {} });
  const service = new RemoteControlService({
    host,
    http: { port: 0 },
    project: { folder: '/project', files },
  });
  const define = (name: string, of: Record<string, StoredMember>, base?: string) => {
    const type = class {
      constructor() {
        for (const [member, memberType] of Object.entries(of))
          Reflect.set(this, member, service.classes.type(String(memberType)).defaultValue());
      }
    };
    defineStored(service, type, of, { name, ...(base !== undefined && { base }) });
    return type;
  };
  define('Shape', {});
  define('Disc', { radius: 'Single' }, 'Shape');
  define('Box', { size: 'Int32' }, 'Shape');
  const Thing = define('Thing', members);
  const thing = service.objects.register(new Thing(), { sourceKey: 'one' });
  const stop = async () => {
    await service.stop();
    host.stop();
  };
  const set = (path: string, value: Json) => service.property(thing, path).set(value, 'remote');
  return { service, live: service.live!, thing, set, stop };
}

test('LSC-16: an element that changes its class among equal ones is saved and loaded', async () => {
  const files = new MemoryFiles();
  const { live, set, stop } = build({ shapes: 'Shape[]' }, files);
  const box = (size: number) => ({ '@type': 'Box', size });
  const disc = { '@type': 'Disc', radius: 0 };
  set('shapes', [disc, box(0), box(0), box(0)]);
  await live.save('scene');
  const changed = [disc, box(-1), disc, box(0)];
  set('shapes', changed);
  await live.save();
  await stop();
  const next = build({ shapes: 'Shape[]' }, files);
  await next.live.loadCurrentDataFrom('scene');
  const { shapes } = JSON.parse(next.service.model.texts.object(next.thing, 2));
  assert.deepEqual(shapes, changed);
  await next.stop();
});

test('stopping a service waits for its save', async () => {
  const files = new MemoryFiles();
  const { service, live, set } = build({ m0: 'Int32' }, files);
  await service.start();
  await live.save('scene');
  set('m0', 7);
  const finishWrite = files.close();
  const saving = live.save();
  let isStopped = false;
  const stopping = service.stop().then(() => {
    isStopped = true;
  });
  await files.isWriting;
  for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate);
  assert.equal(isStopped, false);
  finishWrite();
  await Promise.all([saving, stopping]);
  assert.match([...files.texts.values()].join(), /"m0": 7/);
});

test('DRT-8: a value that is written during a save stays unsaved', async () => {
  const files = new MemoryFiles();
  const { service, live, thing, set } = build({ m0: 'Int32', m1: 'Int32' }, files);
  set('m0', 1);
  const finishWrite = files.close();
  const saving = live.save('scene');
  await files.isWriting;
  set('m1', 5);
  finishWrite();
  await saving;
  assert.deepEqual(
    service.model.dirty.dirtyMembers(thing).map(({ name }) => name),
    ['m1'],
  );
});

for (const { set, saved } of [
  { set: { x: 5, z: 7 }, saved: '{"y": 1, "x": 5, "z": 7}' },
  // Remote apps send vectors whole.
  { set: { x: 5, y: 1, z: 0 }, saved: '{"y": 1, "x": 5}' },
])
  test(`LSC-17: a save of a vector that was set to ${JSON.stringify(set)} writes its changed components in their order`, async () => {
    const path = '/project/scene.live.json';
    const entry = '{"@source": "one", "@type": "Thing", "m0": {"y": 1}}';
    const text = `{"format": "jp.lilium.remotecontrol.live", "formatVersion": 1, "objects": [${entry}]}`;
    const files = new MemoryFiles(new Map([[path, text]]));
    const { live, set: write, stop } = build({ m0: 'Vector3' }, files);
    await live.loadCurrentDataFrom('scene');
    write('m0', set);
    await live.save();
    const { objects } = JSON.parse(files.texts.get(path)!);
    assert.equal(JSON.stringify(objects[0].m0), JSON.stringify(JSON.parse(saved)));
    await stop();
  });
