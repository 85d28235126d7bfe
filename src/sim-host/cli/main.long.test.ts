import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { packageVersion } from './package-info.js';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

function start(...args: readonly string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, ['--import', 'tsx', main, ...args]);
}

/** Runs the command to its end. */
async function run(...args: readonly string[]) {
  const child = start(...args);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

/** Returns the first line; rejects with the output if the command ends without one. */
function firstLine(child: ChildProcessWithoutNullStreams): Promise<string> {
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  return new Promise((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve);
    child.once('close', (code) => reject(new Error(`it ended with ${code}: ${stderr}`)));
  });
}

test('--json prints the addresses in its first line, and a signal ends it cleanly', async () => {
  const child = start('--port', '0', '--control', '--json');
  const { event, url, control, pid } = JSON.parse(await firstLine(child));
  assert.deepEqual([event, pid], ['listening', child.pid]);
  assert.equal((await fetch(`${url}/exposed/objects`)).status, 200);
  assert.equal((await fetch(`${control}/control/state`, { method: 'POST' })).status, 200);
  const taken = await run('--port', new URL(url).port);
  assert.deepEqual([taken.code, taken.stdout], [1, '']);
  assert.match(taken.stderr, /^sim-host: Cannot listen on .* with --port\n$/);
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'close'), [0, null]);
});

test('a signal ends a start that waits for a pipe', { skip: process.platform !== 'linux' }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scene-'));
  const pipe = join(folder, 'scene.yaml');
  execFileSync('mkfifo', [pipe]);
  const child = start('--port', '0', '--scene', pipe);
  // Opening the pipe waits for its reader; while it is open, the scene has no end.
  const writer = await open(pipe, 'w');
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'close'), [0, null]);
  await writer.close();
  await rm(folder, { recursive: true });
});

test('only the first of many errors are printed, with their number, and long quotes are cut', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scene-'));
  const scene = join(folder, 'scene.yaml');
  const long = 'x'.repeat(100_000);
  const objects = Array.from({ length: 249 }, (_, i) => `{ name: Lamp ${i}, lable: 1 }`);
  await writeFile(
    scene,
    `application: { name: Show, mode: ${long} }\nscenes:\n  Stage:\n    objects:\n      - ${objects.join('\n      - ')}\n`,
  );
  const first = /:1:34: application\.mode: "x{399} … x{100,199}" is not possible here, expected one of /;
  const checked = await run('--check', scene);
  const refused = await run('--scene', scene);
  for (const { code, stdout, stderr } of [checked, refused]) {
    assert.deepEqual([code, stdout], [2, '']);
    const lines = stderr.trimEnd().split('\n');
    assert.match(lines[0]!, first);
    assert.match(lines[99]!, /:103:26: scenes\.Stage\.objects\[98\]\.lable: unknown key "lable"/);
    assert.deepEqual(lines.slice(100), [
      '… and 150 more',
      'sim-host: 250 errors in the scene file, nothing was run',
    ]);
  }
  const { stdout } = await run('--check', scene, '--json');
  const { diagnostics, diagnosticCount, warningCount } = JSON.parse(stdout);
  assert.deepEqual([diagnostics.length, diagnosticCount, warningCount], [100, 250, 0]);
  assert.match(diagnostics[0].message, /^"x{399} … x{100,199}" is not possible here$/);
  await rm(folder, { recursive: true });
});

test('--version, --help and --check print and end', async () => {
  assert.deepEqual(await run('--version'), { code: 0, stdout: `${packageVersion}\n`, stderr: '' });
  assert.match((await run('--help')).stdout, /Examples:/);
  const { code, stdout } = await run('--check', '--json');
  assert.equal(code, 0);
  assert.equal(JSON.parse(stdout).ok, true);
});

test('a command ends silently if its reader ends, as with `| head`', async () => {
  const child = start('--help');
  child.stdout.destroy();
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  assert.deepEqual([...(await once(child, 'close')), stderr], [141, null, '']);
});
