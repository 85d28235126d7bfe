import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = fileURLToPath(new URL('../../docs/examples/testing/', import.meta.url));
const root = join(folder, '..', '..', '..');

/**
 * Starts the command of this repository as npx does: in a shell that does not forward signals. A host that an example
 * does not end keeps the example's standard error open.
 */
const simHost = `sh -c '"$0" "$@"; exit $?' "${process.execPath}" "${join(root, 'bin', 'sim-host.mjs')}"`;

/** Runs an example; a failure includes its output. */
function run(command: string, args: readonly string[]): void {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...env, SIM_HOST: simHost },
    timeout: 120_000,
  });
  assert.equal(error, undefined);
  assert.equal(status, 0, stdout + stderr);
}

function has(command: string): boolean {
  return spawnSync(command, ['--version']).status === 0;
}

/** The examples import the built files. */
before(() => run(process.execPath, [join(root, 'scripts', 'build.mjs'), '--if-stale']));

test('docs/testing.md contains the example for node:test unchanged', () => {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  assert.ok(read('../../testing.md').includes(read('node.test.js')));
});

test('the example for node:test passes', () => run(process.execPath, ['--test', 'node.test.js']));

test('the example for node:test passes when all its timers are fake', () => {
  const fakeTime = join(root, 'test', 'packages', 'runners', 'fake-time.node.js');
  run(process.execPath, ['--import', pathToFileURL(fakeTime).href, '--test', 'node.test.js']);
});

test('the example in Python passes', { skip: !has('python3') }, () => run('python3', ['test_lamp.py']));

test('the example for a shell passes', { skip: process.platform === 'win32' || !has('curl') }, () =>
  run('sh', ['lamp.sh']),
);
