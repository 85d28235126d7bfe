/** The commands and programs of README.md run and print the documented output. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { packageUrl } from '../support/tested-package.js';
import { address, demoHost, program, snippets } from './snippets.js';

const run = promisify(execFile);
const root = packageUrl;
const skip = process.platform === 'win32' && 'the commands are for a POSIX shell';

/** Text without values that differ in each run. */
function normalized(text: string): string {
  return text.replaceAll(/"id":"\d+"/g, '"id":"…"').replaceAll(/"timestamp":"[^"]+"/g, '"timestamp":"…"');
}

/** The output lines of a block, without their comment sign. */
function outputOf(block: string): string[] {
  return [...block.matchAll(/^# (.+)$/gm)].map(([, line]) => normalized(line!));
}

test('the commands for a fresh clone are scripts of the package', async () => {
  const { scripts } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));
  const [commands] = await snippets('README.md', 'sh');
  for (const [, name] of commands!.matchAll(/npm (start|test)\b/g)) assert.ok(name! in scripts, name);
});

test('the requests of the quick start print the output in README.md', { skip }, async (t) => {
  const host = await demoHost(t);
  const [, requests, stream] = (await snippets('README.md', 'sh')).map((block) =>
    block.replaceAll(address, host.url),
  );
  const { stdout } = await run('sh', ['-ec', requests!]);
  const printed = normalized(stdout.replaceAll('}{', '}\n{')).trim().split('\n');
  assert.deepEqual(printed, outputOf(requests!));
  const curl = spawn('sh', ['-c', `exec ${stream!.split('\n')[0]}`], { stdio: ['ignore', 'pipe', 'ignore'] });
  t.after(() => curl.kill());
  // An iterator keeps the lines that arrive during the write; a listener would lose them.
  const lines = createInterface(curl.stdout)[Symbol.asyncIterator]();
  await lines.next();
  await run('sh', ['-ec', requests!.replace('{"value": 2.5}', '{"value": 3}')]);
  for await (const line of lines) {
    if (!line.includes('"path":"intensity"')) continue;
    assert.deepEqual([normalized(line)], outputOf(stream!));
    break;
  }
});

test('the program for the client prints the output in README.md, and then every change', async (t) => {
  const host = await demoHost(t);
  const [code] = await snippets('README.md', 'js');
  const file = await program(t, 'readme.client.mjs', code!.replace(address, host.url));
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill());
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  for (const expected of code!.matchAll(/\/\/ (.*? [\d.]+)/g))
    assert.equal((await lines.next()).value, expected[1]);
  await fetch(`${host.url}/exposed/object/key-light/intensity`, { method: 'PUT', body: '{"value":3}' });
  assert.equal((await lines.next()).value, 'intensity 3');
});

test('the scene has no errors, and its test passes', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sim-host-readme-'));
  t.after(() => rm(folder, { recursive: true }));
  const scene = join(folder, 'my.yaml');
  await writeFile(scene, (await snippets('README.md', 'yaml'))[0]!);
  await run(process.execPath, [fileURLToPath(new URL('bin/sim-host.mjs', root)), '--check', scene]);
  const code = (await snippets('README.md', 'js'))[1]!.replace("'my.yaml'", JSON.stringify(scene));
  // A test within a test would report to the outer one, so it runs separately.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const file = await program(t, 'readme.tested.mjs', code);
  const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap', file], { env });
  assert.match(stdout, /^# pass 1$/m);
});

test('the program for embedding serves its object', async (t) => {
  const code = (await snippets('README.md', 'ts'))[0]!
    .replace("host: createPlainHost({ name: 'My application' })", '$&, http: { port: 0 }')
    .replace('await service.start();', 'console.log((await service.start()).url);');
  const file = await program(t, 'readme.embedding.ts', code);
  const child = spawn(process.execPath, ['--import', 'tsx', file], {
    cwd: fileURLToPath(root),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill());
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  const response = await fetch(`${url}/exposed/object/lamp/brightness`);
  assert.equal(((await response.json()) as { value: number }).value, 1);
});
