/** The commands of docs/deployment.md that start a host in CI run in a shell as they are printed. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { packageUrl } from '../support/tested-package.js';

const root = fileURLToPath(packageUrl);
const page = readFileSync(join(root, 'docs', 'deployment.md'), 'utf8');
const snippet = /^## CI$.*?^```sh\n(.*?)^```/ms.exec(page)![1]!;

const folder = mkdtempSync(join(tmpdir(), 'sim-host-ci-'));
after(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true });
symlinkSync(join(root, 'bin', 'sim-host.mjs'), join(folder, 'node_modules', '.bin', 'sim-host'));
writeFileSync(
  join(folder, 'test.mjs'),
  'console.log(await (await fetch(new URL("/api/health", process.env.BASE_URL))).text());',
);
writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { test: 'node test.mjs' } }));

const run = () => spawnSync('sh', ['-e', '-c', snippet], { cwd: folder, encoding: 'utf8', timeout: 120_000 });

test('the commands for CI start a host, run the tests and end it', () => {
  copyFileSync(join(root, 'scenes', 'minimal.yaml'), join(folder, 'studio.yaml'));
  const { status, stdout, stderr } = run();
  assert.equal(status, 0, stdout + stderr);
  assert.match(stdout, /\{"ok":true\}/);
});

test('the commands for CI end when the start fails', () => {
  writeFileSync(join(folder, 'studio.yaml'), 'application: {}\n');
  const { status, stdout, stderr } = run();
  assert.equal(status, 1, stdout + stderr);
  assert.doesNotMatch(stdout, /ok/);
});
