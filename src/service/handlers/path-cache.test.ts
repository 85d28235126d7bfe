import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, createService } from '../../../test/support/service.js';
import { exposedClass, exposedField } from '../classes/decorators.js';
import { PathCache } from './path-cache.js';

@exposedClass({ name: 'Known.Lamp' })
class Lamp {
  @exposedField({ type: 'Single' }) accessor level: number;
  @exposedField({ type: 'String' }) accessor label = 'Ä€😀';
  @exposedField({ type: 'Vector3' }) accessor position = { x: 0, y: 0, z: 0 };
  constructor(level: number) {
    this.level = level;
  }
}

@exposedClass({ name: 'Known.Node' })
class Node {
  @exposedField({ type: 'Int32' }) accessor label = 0;
  @exposedField({ type: 'Known.Node', nullable: true }) accessor next: Node | null = null;
  @exposedField({ type: 'Known.Node[]' }) accessor list: Node[] = [];
}

test('a cached path leads to the current object, over the wire and in batches', async (t) => {
  const { service } = createService(t, {}, { loop: 'own' });
  const { url } = await service.start();
  const path = '/exposed/object/lamp/level';
  const read = async () => {
    const { status, json } = await ask(url, 'GET', path);
    const batch = await ask(url, 'POST', '/exposed/batch', { requests: [{ method: 'GET', path }] });
    assert.deepEqual(batch.json.responses[0], { id: null, status, body: json });
    return status === 200 ? json.value : status;
  };
  const write = async (value: number) => (await ask(url, 'PUT', path, { value })).status;
  const lamps = [1, 2].map((level) => new Lamp(level));
  const first = service.objects.register(lamps[0]!, { sourceKey: 'lamp' });
  assert.deepEqual([await read(), await write(5), await read()], [1, 200, 5]);
  service.objects.unregister(first);
  assert.deepEqual([await read(), await write(6), await read()], [404, 404, 404]);
  service.objects.register(lamps[1]!, { sourceKey: 'lamp' });
  assert.deepEqual([await read(), await write(7), await read()], [2, 200, 7]);
  assert.deepEqual(
    lamps.map(({ level }) => level),
    [5, 7],
  );
});

test('a repeated read returns the current value, also after a change', async (t) => {
  const { service } = createService(t, {}, { loop: 'own' });
  const { url } = await service.start();
  const lamp = new Lamp(1);
  service.objects.register(lamp, { sourceKey: 'lamp' });
  for (const label of ['Ä€😀', 'Ä€😁', '', 'x'.repeat(5000), 'Ä€😀']) {
    lamp.label = label;
    for (const path of ['lamp/label', 'lamp'])
      for (let time = 0; time < 4; time++) {
        const { json } = await ask(url, 'GET', `/exposed/object/${path}`);
        assert.equal(json.value ?? json.label, label);
      }
  }
});

test('removed objects are released, and deeper paths are not cached', (t) => {
  const { objects, model } = createService(t).service;
  const known = new PathCache(model.objects);
  const handle = objects.register(new Lamp(1), { sourceKey: 'lamp' });
  const [level, x] = ['level', 'position/x'].map((path) => model.resolver.property(handle, path));
  const [place, deeper]: { found?: unknown }[] = [{}, {}];
  assert.equal(known.get(place!), undefined);
  known.set(place!, 'level', level!);
  known.set(deeper!, 'position/x', x!);
  assert.deepEqual([known.get(place!), known.get(deeper!)], [level, undefined]);
  objects.unregister(handle);
  assert.equal(place!.found, undefined);
});

test('a path through references leads to the current object', async (t) => {
  const { service } = createService(t, {}, { loop: 'own' });
  const { url } = await service.start();
  const nodes = [new Node(), new Node()];
  const ids = nodes.map((node, i) => service.objects.register(node, { sourceKey: `node-${i}` }).id);
  for (const path of ['next/label', 'list/0/label', 'list[0].label', 'next/next/label']) {
    const labels = Array(3).fill({
      method: 'PUT',
      path: `/exposed/object/node-0/${path}`,
      body: { value: 1 },
    });
    for (const [i, node] of nodes.entries()) {
      for (const from of nodes) Object.assign(from, { next: node, list: [node] });
      const { json } = await ask(url, 'POST', '/exposed/batch', { requests: labels });
      const found = json.responses.map(({ body }: { body: { id: string } }) => body.id);
      assert.deepEqual(found, Array(3).fill(ids[i]), path);
    }
  }
});
