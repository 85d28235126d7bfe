import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

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

test('a command ends silently if its reader ends, as with `| head`', async () => {
  const child = start('--help');
  child.stdout.destroy();
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  assert.deepEqual([...(await once(child, 'close')), stderr], [141, null, '']);
});
