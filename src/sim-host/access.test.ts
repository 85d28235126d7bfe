import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Access, exposedClass, exposedField, RemoteControlService } from '../service/index.js';
import { Component, Engine, type GameObject, instanceIdOf } from './engine/index.js';
import { createSimHost } from './host.js';

@exposedClass({ kind: 'component', name: 'HiddenLight' })
class HiddenLight extends Component {
  @exposedField({ type: 'Single' }) accessor power = 3;
}

const guest: Access = {
  read: (path) => path !== 'cellar' && path !== 'rig/components',
  write: (path) => path !== 'stage/@parent',
  call: false,
};

/** Members of a host with game objects: instance ids, components and parents. */
const engine = new Engine({
  application: { name: 'Test', version: '1', engineVersion: '1', mode: 'player' },
  clock: 'real',
});
engine.scenes.register({ name: 'Main', buildIndex: 0, populate: () => {} });
engine.scenes.load('Main', 'single');
const service = new RemoteControlService({
  host: createSimHost(engine),
  http: { port: 0, authorize: () => guest },
});
let url: string;
const objects = new Map<string, GameObject>();

before(async () => {
  ({ url } = await service.start());
  for (const name of ['rig', 'cellar', 'stage', 'prop']) {
    const gameObject = engine.objects.create(name);
    objects.set(name, gameObject);
    service.objects.register(gameObject, { sourceKey: name, className: 'GameObjectWithTransform' });
  }
});
after(() => service.stop());

async function ask(method: string, path: string, body?: unknown) {
  const response = await fetch(url + path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

test('an unregistered engine object is not found by its instance id', async () => {
  const light = objects.get('rig')!.addComponent(new HiddenLight());
  assert.equal(instanceIdOf(light) !== undefined, true);
  for (const path of [
    `${instanceIdOf(light)}`,
    `${instanceIdOf(light)}/power`,
    'rig/components/0/power',
    'rig/components[HiddenLight].power',
  ]) {
    assert.equal((await ask('GET', `/exposed/object/${path}`)).status, 404, path);
    assert.equal((await ask('PUT', `/exposed/object/${path}`, { value: 1 })).status, 404, path);
  }
  const rig = await ask('GET', '/exposed/object/rig?nested');
  assert.equal(rig.status, 200);
  assert.doesNotMatch(rig.text, /components|HiddenLight|power/);
  assert.equal((await ask('GET', `/exposed/object/${objects.get('cellar')!.instanceId}`)).status, 404);
  assert.equal((await ask('GET', `/exposed/object/${objects.get('rig')!.instanceId}`)).status, 200);
  assert.equal(light.power, 3);
});

test('moving an object needs access to the object and to its new parent', async () => {
  const move = (child: string, parentId: unknown) =>
    ask('PUT', `/exposed/object/${child}/@parent`, { parentId });
  const id = (name: string) => service.objects.resolve(name)!.id;
  assert.equal((await move('stage', id('rig'))).status, 403);
  assert.equal(objects.get('stage')!.parent, undefined);
  const missing = await move('prop', '987654321987');
  assert.equal(missing.status, 400);
  for (const parent of [id('cellar'), 'cellar']) {
    const hidden = await move('prop', parent);
    assert.equal(hidden.status, 400);
    assert.equal(hidden.text.replace(parent, '*'), missing.text.replace('987654321987', '*'));
  }
  assert.equal(objects.get('prop')!.parent, undefined);
  assert.equal((await move('prop', id('rig'))).status, 200);
  assert.equal(objects.get('prop')!.parent, objects.get('rig'));
});

test('the parent of an object is hidden from callers without access to it', async () => {
  objects.get('prop')!.parent = objects.get('cellar')!;
  const prop = await ask('GET', '/exposed/object/prop');
  assert.equal(prop.status, 200);
  assert.doesNotMatch(prop.text, /@parent/);
  objects.get('prop')!.parent = objects.get('rig')!;
  assert.match((await ask('GET', '/exposed/object/prop')).text, /"@parent"/);
});
