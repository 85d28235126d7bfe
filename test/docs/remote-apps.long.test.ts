/** The snippets of the guides for remote apps run against the demo scene. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startSimHost as runSimHost } from '../../src/sim-host/sim-host.js';
import { demo } from '../support/demo.js';
import { packageUrl } from '../support/tested-package.js';
import { address, demoHost, program, snippets } from './snippets.js';

const run = promisify(execFile);

test('the app of docs/remote-apps.md runs', { timeout: 60_000 }, async (t) => {
  const host = await demoHost(t);
  const blocks = await snippets('docs/remote-apps.md', 'js');
  assert.equal(blocks.length, 6);
  const code = blocks.slice(0, 5).join('\n').replace(address, host.url);
  const { stdout } = await run(process.execPath, [await program(t, 'remote-app.snippets.mjs', code)], {
    timeout: 40_000,
  });
  assert.match(stdout, /^key-light StageLight Key Light$/m);
  assert.match(stdout, /^intensity range$/m);
  assert.match(stdout, /^mode select$/m);
  assert.match(stdout, /^serial text$/m);
  // The first printed value may already be a written one.
  assert.match(stdout, /^intensity is [\d.]+$/m);
  assert.match(stdout, /^settled at 2$/m);
  // The client rejects it, or the host if the client has not read the object yet.
  assert.match(stdout, /^bad-request .*intensity: expected (a value of type )?Single, got "bright"/m);
  assert.match(stdout, /^Sum is 9$/m);
  assert.match(stdout, /^success Hello$/m);
});

test('the pairing of docs/remote-apps.md works', { timeout: 60_000 }, async (t) => {
  const blocks = await snippets('docs/remote-apps.md', 'js');
  const host = await runSimHost({ scene: { description: demo(), folder: '.' }, port: 0, pair: 'full' });
  t.after(() => host.stop());
  const pairing = `const kept = new Map();
globalThis.localStorage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) };
${blocks[5]}
const url = ${JSON.stringify(host.url)};
let asked = 0;
const ask = async () => {
  asked++;
  return ${JSON.stringify(host.service.pairing!.code)};
};
const token = await tokenFor(url, ask);
await tokenFor(url, ask);
const answer = await fetch(url + '/api/status', { headers: { Authorization: 'Bearer ' + token } });
console.log(answer.status, asked);`;
  const { stdout } = await run(process.execPath, [await program(t, 'remote-app.pairing.mjs', pairing)]);
  // The token grants access, so the code is not requested again.
  assert.equal(stdout, '200 1\n');
});

const python = ['python3', 'python'].find((name) => spawnSync(name, ['--version']).status === 0);

const example = (file: string) => readFile(new URL(`docs/examples/${file}`, packageUrl), 'utf8');

test('the example in Python runs', {
  skip: python === undefined && 'there is no Python here',
  timeout: 60_000,
}, async (t) => {
  const host = await demoHost(t);
  const code = await example('remote-app.py');
  const env = { ...process.env, SIM_HOST_URL: host.url };
  const { stdout } = await run(python!, ['-c', code], { env, timeout: 40_000 });
  assert.match(stdout, /^key-light StageLight Key Light$/m);
  assert.match(stdout, /^1\n2\.5\n9$/m);
  assert.match(stdout, /^Failed to set property/m);
  assert.match(stdout, /^resume: fresh$/m);
  assert.match(stdout, /^key-light 1\.5$/m);
});

const hasDotnet = spawnSync('dotnet', ['--version']).status === 0;

test('the example in C# runs', {
  skip: !hasDotnet && 'there is no .NET SDK here, so that nothing compiles it',
  timeout: 300_000,
}, async (t) => {
  const host = await demoHost(t);
  const folder = await mkdtemp(join(tmpdir(), 'sim-host-csharp-'));
  t.after(() => rm(folder, { recursive: true }));
  await run('dotnet', ['new', 'console', '--output', folder, '--name', 'App'], { timeout: 120_000 });
  await writeFile(join(folder, 'Program.cs'), await example('remote-app.cs'));
  const env = { ...process.env, SIM_HOST_URL: host.url };
  const { stdout } = await run('dotnet', ['run', '--project', folder], { env, timeout: 240_000 });
  assert.match(stdout, /^StageLight Key Light$/m);
  assert.match(stdout, /^2\.5$/m);
  assert.match(stdout, /^connected$/m);
});
