import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startSimHost, type TestHost } from './testing/index.js';

const lamps = 300;

/** A file that changes three members of each lamp, one of them twice: more than goes out with one frame. */
async function studio(t: TestContext, clock: 'manual' | 'real'): Promise<TestHost> {
  const project = await mkdtemp(join(tmpdir(), 'large-loads-'));
  const objects = Array.from({ length: lamps }, (_, i) => ({
    '@source': `lamp-${i}`,
    '@type': 'Lamp',
    level: i + 0.5,
    on: true,
    place: { y: i + 1 },
  }));
  const twice = { '@source': 'lamp-0', '@type': 'Lamp', level: 99 };
  const file = { format: 'jp.lilium.remotecontrol.live', formatVersion: 1, objects: [twice, ...objects] };
  const text = JSON.stringify(file);
  await writeFile(join(project, 'show.live.json'), text);
  const fields = {
    level: { type: 'Single', value: -1 },
    on: { type: 'Boolean' },
    place: { type: 'Vector3' },
  };
  const lamp = { name: 'Lamp', repeat: lamps, components: [{ class: 'Lamp', key: 'lamp-{i}' }] };
  const host = await startSimHost({
    scene: {
      application: { name: 'Studio' },
      classes: { Lamp: { kind: 'component', fields } },
      scenes: { Main: { objects: [lamp] } },
    },
    project,
    clock,
  });
  t.after(async () => {
    await host.stop();
    await rm(project, { recursive: true, force: true });
  });
  return host;
}

interface Update {
  readonly id: string;
  readonly path: string;
  readonly value: unknown;
}

/** What a subscriber hears of members until that `isAll`. */
async function hear(
  { url }: TestHost,
  begun: () => Promise<unknown>,
  isAll: (heard: readonly Update[]) => boolean,
): Promise<Update[]> {
  const abort = new AbortController();
  const stream = await fetch(`${url}/api/stream?clientId=one`, { signal: abort.signal });
  const heard: Update[] = [];
  const decoder = new TextDecoder();
  let rest = '';
  let isBegun = false;
  for await (const bytes of stream.body!) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      if (!line.startsWith('data: ')) continue;
      const { data } = JSON.parse(line.slice('data: '.length)) as { data: Update & { type: string } };
      if (data.type === 'exposed_object_updated') heard.push(data);
      if (data.type === 'connected' && !isBegun) {
        isBegun = true;
        await begun();
      }
    }
    if (isAll(heard)) break;
  }
  abort.abort();
  return heard;
}

for (const clock of ['manual', 'real'] as const) {
  test(`a load that changes very much is told of whole, on the ${clock} clock`, async (t) => {
    const host = await studio(t, clock);
    const load = async () => {
      await host.control('live.load', { path: 'show' });
      if (clock === 'manual') await host.step();
    };
    const heard = await hear(host, load, ({ length }) => length >= 3 * lamps);
    assert.equal(heard.length, 3 * lamps);
    assert.equal(new Set(heard.map(({ id, path }) => `${id}/${path}`)).size, 3 * lamps);
    for (const { id, path, value } of heard) {
      const answer = await fetch(`${host.url}/exposed/object/${id}/${path}`);
      assert.deepEqual(((await answer.json()) as { value: unknown }).value, value, path);
    }
    assert.deepEqual(
      heard.filter(({ path }) => path === 'level').map(({ value }) => value),
      Array.from({ length: lamps }, (_, i) => i + 0.5),
    );
  });
}

test('what changes while a load is told of does not wait for that, and is not told of as it was before', async (t) => {
  const host = await studio(t, 'real');
  const put = (key: string, value: number) =>
    fetch(`${host.url}/exposed/object/${key}/level`, { method: 'PUT', body: JSON.stringify({ value }) });
  const edit = async () => {
    await host.control('live.load', { path: 'show' });
    await put('lamp-0', -7);
    await put(`lamp-${lamps - 1}`, 1000);
    await put(`lamp-${lamps - 1}`, -5);
  };
  const lastOf = (heard: readonly Update[]) =>
    new Map(heard.map(({ id, path, value }) => [`${id}/${path}`, value]));
  const isAll = (heard: readonly Update[]) => {
    if (heard.length < 3 * lamps) return false;
    const last = lastOf(heard);
    return last.size === 3 * lamps && [-7, -5].every((value) => [...last.values()].includes(value));
  };
  const heard = await hear(host, edit, isAll);
  for (const [place, value] of lastOf(heard)) {
    const answer = await fetch(`${host.url}/exposed/object/${place}`);
    assert.deepEqual(((await answer.json()) as { value: unknown }).value, value, place);
  }
});
