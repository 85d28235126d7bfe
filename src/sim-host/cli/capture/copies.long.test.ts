/** Copies of a scene and of a library application; capture.long.test.ts copies more scenes. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { assertCopied, captured, run } from '../../../../test/support/copied.js';
import { demo } from '../../../../test/support/demo.js';
import { olderHost } from '../../../../test/support/older-host.js';
import { type AnyObject, connect, type Json, type RemoteObject } from '../../../client/index.js';
import { startSimHost } from '../../testing/index.js';

test('the demo', async (t) => {
  const host = await startSimHost({ scene: demo() });
  t.after(() => host.stop());
  await host.step('3 s');
  await assertCopied(t, host.url);
});

test('a host without source keys, batches and kinds', async (t) => {
  const host = await startSimHost({ scene: demo() });
  t.after(() => host.stop());
  await host.step('3 s');
  const relay = olderHost(host.url);
  t.after(() => relay.stop());
  const text = await captured(await relay.start());
  const copy = await run(t, text);
  assert.deepEqual(await readHost(copy.url), await readHost(host.url));
});

function withoutIds(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, each) => (['id', 'isNullable'].includes(name) ? undefined : each)),
  );
}

/**
 * Returns types and objects by name. Ids differ; keys, kinds and nullable members are derived, since Unity hosts do not
 * send them.
 */
async function readHost(url: string) {
  const studio = await connect(url);
  try {
    const objects = (await studio.request('GET', '/exposed/objects?nested')) as { objects: AnyObject[] };
    return {
      types: (await studio.types()).map(({ kind: _kind, ...type }) => withoutIds(type)),
      enums: await studio.enums(),
      objects: objects.objects.map((each) => [each['@type'], each['@name'], each.intensity, each.active]),
    };
  } finally {
    studio.close();
  }
}

test('a library application with every type, before and after edits', async (t) => {
  const app = fileURLToPath(new URL('../../../../test/support/every-type.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', app], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill());
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  await assertCopied(t, url);
  const studio = await connect(url);
  t.after(() => studio.close());
  const first = studio.object('first') as RemoteObject<AnyObject>;
  const writes: [string, Json][] = [
    ['flag', false],
    ['long', 5],
    ['notNumber', 1],
    ['text', null],
    ['nothing', 'something'],
    ['v3/y', 9],
    ['pose/scale/z', 2],
    ['blend', 'Add'],
    ['layers', 'Walls, Sky'],
    ['perhaps', 3],
    ['perhapsSeal', { '@type': 'Seal', depth: 4 }],
    ['seal/depth', 7],
    ['shape', { '@type': 'Square', side: 9 }],
    ['shapes/0/side', 8],
    ['cues[Finale]/seconds', 6],
    ['names', ['one', 'two', 'three']],
    ['flags', [true]],
    ['blends', ['Add', 'Add']],
    ['none', [1, 2]],
    ['friend', null],
    ['odd name (dB)', 0],
  ];
  for (const [path, value] of writes) await first.set(path, value);
  await first.append('shapes', { '@type': 'Circle', radius: 1 });
  await studio.object('second').remove('shapes', 1);
  await studio.object('second').append('cues', { name: 'Encore' });
  await studio.object('Deck').set('on', false);
  await assertCopied(t, url);
});
