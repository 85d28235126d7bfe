import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startSimHost, type TestHost } from './testing/index.js';

interface Listed {
  readonly '@id': string;
  readonly '@source': string;
}

/** A host whose list has several chunks; a list of 6,000 lamps is not sent at once. */
async function studio(t: TestContext, lamps: number): Promise<TestHost> {
  const fields = {
    level: { type: 'Single', value: 1 },
    label: { type: 'String', value: 'a lamp with a label that makes its text longer than it would be' },
    next: { type: 'Lamp', controller: { type: 'ObjectSelector' as const } },
  };
  const lamp = { name: 'Lamp', repeat: lamps, components: [{ class: 'Lamp', key: 'lamp-{i}' }] };
  const host = await startSimHost({
    scene: {
      application: { name: 'Studio', languages: ['en', 'ja'] },
      translations: { ja: { 'lamp.help': '照明' }, en: { 'lamp.help': 'A lamp' } },
      enums: { Mode: { values: ['Off', 'On'], help: 'lamp.help' } },
      classes: { Lamp: { kind: 'component', help: 'lamp.help', fields } },
      scenes: { Main: { objects: [lamp] } },
    },
  });
  t.after(() => host.stop());
  return host;
}

async function get({ url }: TestHost, path: string): Promise<string> {
  const answer = await fetch(url + path);
  assert.equal(answer.status, 200);
  return answer.text();
}

const put = ({ url }: TestHost, path: string, value: unknown) =>
  fetch(`${url}/exposed/object/${path}`, { method: 'PUT', body: JSON.stringify({ value }) });

for (const lamps of [700, 6000]) {
  test(`a cached list of ${lamps} objects shows added, removed and changed objects`, async (t) => {
    const host = await studio(t, lamps);
    /** Each object in the list equals the object read alone. */
    const check = async (keys: readonly string[], count: number) => {
      const text = await get(host, '/exposed/objects');
      const { objects } = JSON.parse(text) as { objects: Listed[] };
      assert.equal(objects.length, count);
      assert.equal(new Set(objects.map((each) => each['@id'])).size, count);
      for (const key of keys) {
        const listed = objects.find((each) => each['@source'] === key);
        assert.deepEqual(listed, JSON.parse(await get(host, `/exposed/object/${key}`)), key);
      }
      assert.equal(await get(host, '/exposed/objects'), text);
    };
    await check(['lamp-0', `lamp-${lamps - 1}`], lamps);
    await check(['lamp-0', `lamp-${lamps - 1}`], lamps);
    const keys = ['lamp-0', 'lamp-1', `lamp-${lamps >> 1}`, `lamp-${lamps - 1}`];
    for (const [i, key] of keys.entries()) {
      await put(host, `${key}/level`, i + 0.5);
      await check(keys, lamps);
    }
    await host.control('set', { key: keys[2]!, path: 'label', value: 'Ü' });
    await check(keys, lamps);
    await host.control('object.destroy', { key: keys[1]! });
    await check([keys[0]!, keys[2]!, keys[3]!], lamps - 1);
    await host.control('object.spawn', { class: 'Lamp', key: 'new' });
    await check([...keys.filter((_, i) => i !== 1), 'new'], lamps);
    await put(host, 'new/level', 7);
    await check(['new'], lamps);
  });
}

test('cached descriptors follow objects, names and the language', async (t) => {
  const host = await studio(t, 3);
  const options = async () => {
    const { types } = JSON.parse(await get(host, '/exposed/types?type=Lamp'));
    assert.deepEqual(
      types[0],
      JSON.parse(await get(host, '/exposed/types')).types.find(
        ({ type }: { type: string }) => type === 'Lamp',
      ),
    );
    return types[0].properties.at(-1).controller.options.map(({ name }: { name: string }) => name);
  };
  const before: string[] = await options();
  assert.equal(before.length, 3);
  await host.control('object.spawn', { class: 'Lamp', key: 'new', name: 'New' });
  assert.deepEqual(await options(), [...before, 'New']);
  await host.control('object.destroy', { key: 'lamp-0' });
  assert.deepEqual(await options(), [...before.slice(1), 'New']);
  const helps = async () => [
    JSON.parse(await get(host, '/exposed/types?type=Lamp')).types[0].help,
    JSON.parse(await get(host, '/exposed/enums?type=Mode')).enums[0].help,
  ];
  assert.deepEqual(await helps(), ['A lamp', 'A lamp']);
  await fetch(`${host.url}/api/language`, { method: 'PUT', body: '{"language":"ja"}' });
  assert.deepEqual(await helps(), ['照明', '照明']);
  assert.deepEqual(JSON.parse(await get(host, '/exposed/types?type=')).types, []);
  assert.deepEqual(JSON.parse(await get(host, '/exposed/types?type=Nope')).types, []);
});
