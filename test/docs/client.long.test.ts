/** The snippets of docs/client.md form one program, which runs. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { address, demoHost, program, snippets } from './snippets.js';

const awaitUpdates = `await Promise.all([light, host.object('main-camera')].map((object) =>
  new Promise((resolve) => object.subscribe('', (value) => value !== undefined && resolve()))));`;

test('the snippets of docs/client.md run and print the documented output', async (t) => {
  const host = await demoHost(t);
  // The output of the subscriptions appears before the next snippet.
  const code = (await snippets('docs/client.md', 'js'))
    .flatMap((each) => (each.includes('const whole =') ? [each, awaitUpdates] : [each]))
    .join('\n');
  const file = await program(t, 'client.snippets.mjs', code.replace(address, host.url));
  const { stdout } = await promisify(execFile)(process.execPath, [file], { timeout: 20_000 });
  const lines = stdout.split('\n');
  assert.equal(lines[0], '1');
  for (const line of ['intensity is 2.5', 'fov 60', 'intensity is 2', '2'])
    assert.ok(lines.includes(line), line);
  assert.match(stdout, /\[ 'fulfilled', 'fulfilled', 'rejected' \]/);
  assert.match(stdout, /connection: (connecting|live)/);
  assert.match(stdout, /^key-light\/intensity: expected a value of type Single/m);
});
