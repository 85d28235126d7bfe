import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runsOf } from '../../../test/support/random.js';
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

const keys = ['a', 'b', 'c'] as const;
const key = fc.constantFrom(...keys);
const way = fc.array(fc.constantFrom('next', 'list/0', 'list[1]', 'list.1'), { maxLength: 2 });
const request = fc.oneof(
  fc.record({ key, way, member: fc.constant('label'), given: fc.nat({ max: 99 }) }),
  fc.record({ key, way, member: fc.constant('next'), given: fc.option(key) }),
  fc.record({ key, way, member: fc.constant('list'), given: fc.array(key, { maxLength: 2 }) }),
);
type Request = typeof request extends fc.Arbitrary<infer Each> ? Each : never;

/** Objects by their keys, which refer to each other by keys. */
class NaiveNodes {
  readonly #nodes = new Map<string, { next: string | null; list: string[] }>(
    keys.map((each) => [each, { next: null, list: [] }]),
  );

  /** @returns the key of the written property; undefined if the path does not exist */
  put({ key, way, member, given }: Request): string | undefined {
    const at = way.reduce<string | null | undefined>((from, step) => {
      const node = from == null ? undefined : this.#nodes.get(from);
      return step === 'next' ? node?.next : node?.list[step === 'list/0' ? 0 : 1];
    }, key);
    if (at == null) return undefined;
    Object.assign(this.#nodes.get(at)!, { [member]: given });
    return at;
  }
}

test('paths through references follow the current references', async (t) => {
  const { service } = createService(t, {}, { loop: 'own' });
  const { url } = await service.start();
  const ids = new Map(
    keys.map((each) => [service.objects.register(new Node(), { sourceKey: each }).id, each]),
  );
  const ref = (to: string | null) => (to === null ? null : { '@ref': to });
  const bodyOf = ({ given }: Request) =>
    Array.isArray(given) ? given.map(ref) : typeof given === 'number' ? given : ref(given);
  const cleared = keys.flatMap((each): Request[] => [
    { key: each, way: [], member: 'next', given: null },
    { key: each, way: [], member: 'list', given: [] },
  ]);
  const run = fc.asyncProperty(fc.array(request, { minLength: 20, maxLength: 60 }), async (drawn) => {
    const naive = new NaiveNodes();
    const sent: Request[] = [...cleared, ...drawn];
    const requests = sent.map((each) => ({
      method: 'PUT',
      path: `/exposed/object/${each.key}/${[...each.way, each.member].join('/')}`,
      body: { value: bodyOf(each) },
    }));
    const { responses } = (await ask(url, 'POST', '/exposed/batch', { requests })).json;
    for (const [i, each] of sent.entries()) {
      const { status, body } = responses[i];
      const expected = naive.put(each);
      const found = status === 200 ? ids.get(body.id) : undefined;
      assert.deepEqual([status, found], expected ? [200, expected] : [404, undefined], requests[i]!.path);
    }
  });
  // Values cached by an earlier run are part of the case, so shrinking would not help.
  await fc.assert(run, { numRuns: runsOf(150), endOnFailure: true });
});
