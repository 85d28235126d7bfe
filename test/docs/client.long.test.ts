/** The snippets of docs/client.md are one program, and run. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startSimHost } from '../../src/sim-host/testing/index.js';
import { demo } from '../support/demo.js';

test('the snippets of docs/client.md run, and print what they say', async (t) => {
  const host = await startSimHost({ scene: demo(), clock: 'real' });
  t.after(() => host.stop());
  const page = await readFile(new URL('../../docs/client.md', import.meta.url), 'utf8');
  const code = Array.from(page.matchAll(/^```js\n(.*?)^```/gms), ([, snippet]) => snippet).join('\n');
  // Beside the sources, whose package `sim-host/client` is resolved in.
  const file = new URL('client.snippets.mjs', import.meta.url);
  t.after(() => rm(file));
  await writeFile(file, code.replace('http://127.0.0.1:9095', host.url));
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(file)], { timeout: 20_000 });
  const lines = stdout.split('\n');
  assert.equal(lines[0], '1');
  assert.ok(lines.includes('2'));
  assert.match(stdout, /\[ 'fulfilled', 'fulfilled', 'rejected' \]/);
  assert.match(stdout, /connection: (connecting|live)/);
  assert.match(stdout, /^Failed to set property/m);
});
