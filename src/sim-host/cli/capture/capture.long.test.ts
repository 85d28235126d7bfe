/** Copies of every scene of the suite, and of a large scene. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { assertCopied } from '../../../../test/support/copied.js';
import { startSimHost } from '../../testing/index.js';

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
  await assertCopied(t, host.url);
});
