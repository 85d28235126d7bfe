/** Copies of every scene of the suite, and of a large one. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startSimHost } from '../../testing/index.js';
import { assertCopied } from './test/copied.js';

const root = new URL('../../../../', import.meta.url);

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
