/** A copy answers as the host does that it was made of, and a copy of it is the same file. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { demo } from '../../../../test/support/demo.js';
import { connect } from '../../../client/index.js';
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

async function assertCopied(t: TestContext, url: string): Promise<string> {
  const text = await captured(url);
  const copy = await run(t, text);
  assert.deepEqual(await comparable(copy.url), await comparable(url));
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
  const text = await assertCopied(t, host.url);
  assert.ok(text.length < 2_000_000, 'what all of them have in common is said once');
});
