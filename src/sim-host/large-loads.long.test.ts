import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startSimHost, type TestHost } from './testing/index.js';

const lamps = 300;

/** A host with a file that changes three members of each lamp, one of them twice: more than one frame sends. */
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

/** Returns the updates that a subscriber receives until `isAll` returns true. */
async function receiveUpdates(
  { url }: TestHost,
  begun: () => Promise<unknown>,
  isAll: (received: readonly Update[]) => boolean,
): Promise<Update[]> {
  const abort = new AbortController();
  const stream = await fetch(`${url}/api/stream?clientId=one`, { signal: abort.signal });
  const received: Update[] = [];
  const decoder = new TextDecoder();
  let rest = '';
  let isBegun = false;
  for await (const bytes of stream.body!) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      if (!line.startsWith('data: ')) continue;
      const { data } = JSON.parse(line.slice('data: '.length)) as { data: Update & { type: string } };
      if (data.type === 'exposed_object_updated') received.push(data);
      if (data.type === 'connected' && !isBegun) {
        isBegun = true;
        await begun();
      }
    }
    if (isAll(received)) break;
  }
  abort.abort();
  return received;
}

for (const clock of ['manual', 'real'] as const) {
  test(`all changes of a large load are sent, on the ${clock} clock`, async (t) => {
    const host = await studio(t, clock);
    const load = async () => {
      await host.control('live.load', { path: 'show' });
      if (clock === 'manual') await host.step();
    };
    const received = await receiveUpdates(host, load, ({ length }) => length >= 3 * lamps);
    assert.equal(received.length, 3 * lamps);
    assert.equal(new Set(received.map(({ id, path }) => `${id}/${path}`)).size, 3 * lamps);
    for (const { id, path, value } of received) {
      const answer = await fetch(`${host.url}/exposed/object/${id}/${path}`);
      assert.deepEqual(((await answer.json()) as { value: unknown }).value, value, path);
    }
    assert.deepEqual(
      received.filter(({ path }) => path === 'level').map(({ value }) => value),
      Array.from({ length: lamps }, (_, i) => i + 0.5),
    );
  });
}

test('changes during a large load are sent with their present values', async (t) => {
  const host = await studio(t, 'real');
  const put = (key: string, value: number) =>
    fetch(`${host.url}/exposed/object/${key}/level`, { method: 'PUT', body: JSON.stringify({ value }) });
  const edit = async () => {
    await host.control('live.load', { path: 'show' });
    await put('lamp-0', -7);
    await put(`lamp-${lamps - 1}`, 1000);
    await put(`lamp-${lamps - 1}`, -5);
  };
  const lastOf = (received: readonly Update[]) =>
    new Map(received.map(({ id, path, value }) => [`${id}/${path}`, value]));
  const isAll = (received: readonly Update[]) => {
    if (received.length < 3 * lamps) return false;
    const last = lastOf(received);
    return last.size === 3 * lamps && [-7, -5].every((value) => [...last.values()].includes(value));
  };
  const received = await receiveUpdates(host, edit, isAll);
  for (const [path, value] of lastOf(received)) {
    const answer = await fetch(`${host.url}/exposed/object/${path}`);
    assert.deepEqual(((await answer.json()) as { value: unknown }).value, value, path);
  }
});
