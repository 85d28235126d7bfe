/** A copy answers as the host does that it was made of, and a copy of it is the same file. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { demo } from '../../../../test/support/demo.js';
import { type AnyObject, connect, type Json, type RemoteObject } from '../../../client/index.js';
import { toJson } from '../../../client/json.js';
import { startSimHost } from '../../testing/index.js';
import { capture } from './capture.js';
import { comparable } from './test/comparable.js';

const root = new URL('../../../../', import.meta.url);

async function captured(url: string): Promise<string> {
  const studio = await connect(url);
  try {
    return (await capture(studio)).text;
  } finally {
    studio.close();
  }
}

/** A host that runs the text of a scene file. */
async function run(t: TestContext, text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'sim-host-copy-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'copy.yaml'), text);
  const host = await startSimHost({ scene: join(folder, 'copy.yaml') });
  t.after(() => host.stop());
  return host;
}

async function assertCopied(t: TestContext, url: string, asksForChanges = true): Promise<string> {
  const text = await captured(url);
  const copy = await run(t, text);
  const [own, copied] = [await comparable(url, asksForChanges), await comparable(copy.url, asksForChanges)];
  // Of ten thousand objects a comparison that explains itself takes minutes.
  if (toJson(own) !== toJson(copied)) assert.deepEqual(copied, own);
  assert.equal(await captured(copy.url), text);
  return text;
}

test('the demo', async (t) => {
  const host = await startSimHost({ scene: demo() });
  t.after(() => host.stop());
  await host.step('3 s');
  await assertCopied(t, host.url);
});

const fixtures = fileURLToPath(new URL('features/fixtures', root));
for (const name of (await readdir(fixtures)).filter((each) => each.endsWith('.yaml')).sort()) {
  test(`the scene ${name}`, async (t) => {
    const host = await startSimHost({ scene: join(fixtures, name) });
    t.after(() => host.stop());
    await host.step('1 s');
    await assertCopied(t, host.url);
  });
}

test('ten thousand objects', async (t) => {
  const host = await startSimHost({ scene: fileURLToPath(new URL('scenes/many.yaml', root)) });
  t.after(() => host.stop());
  // Two hundred thousand members that nobody has changed: were one so, the file would say it.
  const text = await assertCopied(t, host.url, false);
  assert.ok(!text.includes('edited:'));
  assert.ok(text.length < 2_000_000, 'what all of them have in common is said once');
});

test('a library application with every type, as it was and as people have changed it', async (t) => {
  const app = fileURLToPath(new URL('test/every-type.ts', import.meta.url));
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
