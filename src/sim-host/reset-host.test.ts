import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { demoScene } from './cli/package-info.js';
import { startSimHost, type TestHost } from './testing/index.js';

/** Returns all objects as apps read them, by source key and with keys in place of ids. */
async function everything({ url }: TestHost): Promise<Record<string, unknown>> {
  const text = await (await fetch(`${url}/exposed/objects?depth=9`)).text();
  const list = JSON.parse(text) as { objects: { '@id': string; '@source': string }[] };
  let plain = text;
  for (const { '@id': id, '@source': source } of list.objects)
    plain = plain.replaceAll(`"${id}"`, `"${source}"`);
  plain = plain.replace(/"@instanceID":-?\d+/g, '"@instanceID":0').replace(/\/image\/\d+\//g, '/image/0/');
  const { objects } = JSON.parse(plain) as typeof list;
  return Object.fromEntries(objects.map((object) => [object['@source'], object]));
}

async function demo(t: TestContext): Promise<TestHost> {
  const host = await startSimHost({ scene: demoScene });
  t.after(() => host.stop());
  return host;
}

test('a reset host equals a new one, at once and in later frames', async (t) => {
  const fresh = await demo(t);
  const used = await demo(t);
  await used.step('3 s');
  const { objects } = (await (await fetch(`${used.url}/exposed/objects`)).json()) as {
    objects: { '@id': string; '@source': string }[];
  };
  const ids = new Map(objects.map(({ '@id': id, '@source': key }) => [key, id]));
  const keys = [...ids.keys()];
  for (const key of keys.filter((_, i) => i % 5 === 0)) {
    await used.control('object.destroy', { key }).catch(() => {});
  }
  for (const key of keys.filter((_, i) => i % 5 === 1)) {
    await fetch(`${used.url}/exposed/object/${key}/name`, { method: 'PUT', body: '{"value":"Other"}' });
    await fetch(`${used.url}/exposed/object/${key}/active`, { method: 'PUT', body: '{"value":false}' });
    await fetch(`${used.url}/exposed/object/${key}/intensity`, { method: 'PUT', body: '{"value":0.125}' });
  }
  await used.control('object.spawn', { class: 'StageLight' });
  await used.step('1 s');
  assert.notDeepEqual(await everything(used), await everything(fresh));

  assert.equal((await used.control('host.reset')).frame, 0);
  assert.deepEqual(await everything(used), await everything(fresh));
  for (const size of [1, '1 s', '9 s'] as const) {
    await used.step(size);
    await fresh.step(size);
    assert.deepEqual(await everything(used), await everything(fresh), `after ${size}`);
  }
  assert.deepEqual(await used.control('state'), await fresh.control('state'));
  const messages = ({ log }: TestHost, from: number) =>
    log.filter(({ seq }) => seq > from).map(({ level, message, time }) => [level, message, time]);
  const seen = messages(fresh, 0);
  assert.deepEqual(messages(used, used.log.length - seen.length), seen);

  const again = (await (await fetch(`${used.url}/exposed/objects`)).json()) as {
    objects: { '@id': string; '@source': string }[];
  };
  let kept = 0;
  for (const { '@id': id, '@source': key } of again.objects) if (ids.get(key) === id) kept++;
  assert.ok(kept > keys.length / 2, `${kept} of ${keys.length} ids are kept`);
});

test('two simultaneous resets run one after the other', async (t) => {
  const host = await demo(t);
  await host.step(30);
  await Promise.all([host.control('host.reset'), host.control('host.reset')]);
  await host.step(30);
  const fresh = await demo(t);
  await fresh.step(30);
  assert.deepEqual(await everything(host), await everything(fresh));
});

test('a reset host has the language with which it started', async (t) => {
  const application = { name: 'Show', languages: ['en', 'ja'], language: 'ja' };
  const host = await startSimHost({ scene: { application } });
  t.after(() => host.stop());
  const language = async (init?: RequestInit) => {
    const response = await fetch(`${host.url}/api/language`, init);
    return ((await response.json()) as { current: string }).current;
  };
  await language({ method: 'PUT', body: '{"language":"en"}' });
  assert.equal(await language(), 'en');
  await host.control('host.reset');
  assert.equal(await language(), 'ja');
});
