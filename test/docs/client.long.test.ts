/** The snippets of docs/client.md form one program, which runs. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startSimHost } from '../../src/sim-host/testing/index.js';
import { demo } from '../support/demo.js';
import { packageUrl, programsUrl } from '../support/tested-package.js';

const awaitUpdates = `await Promise.all([light, host.object('main-camera')].map((object) =>
  new Promise((resolve) => object.subscribe('', (value) => value !== undefined && resolve()))));`;

test('the snippets of docs/client.md run and print the documented output', async (t) => {
  const host = await startSimHost({ scene: demo(), clock: 'real' });
  t.after(() => host.stop());
  const page = await readFile(new URL('docs/client.md', packageUrl), 'utf8');
  const snippets = Array.from(page.matchAll(/^```js\n(.*?)^```/gms), ([, snippet]) => snippet!);
  // The output of the subscriptions appears before the next snippet.
  const code = snippets
    .flatMap((each) => (each.includes('const whole =') ? [each, awaitUpdates] : [each]))
    .join('\n');
  const file = new URL('client.snippets.mjs', programsUrl);
  t.after(() => rm(file));
  await writeFile(file, code.replace('http://127.0.0.1:9095', host.url));
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(file)], { timeout: 20_000 });
  const lines = stdout.split('\n');
  assert.equal(lines[0], '1');
  for (const line of ['intensity is 2.5', 'fov 60', 'intensity is 2', '2'])
    assert.ok(lines.includes(line), line);
  assert.match(stdout, /\[ 'fulfilled', 'fulfilled', 'rejected' \]/);
  assert.match(stdout, /connection: (connecting|live)/);
  assert.match(stdout, /^key-light\/intensity: expected a value of type Single/m);
});
