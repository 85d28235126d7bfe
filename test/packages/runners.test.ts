/**
 * The examples of docs/testing.md in the three test runners, as a user has them: the packed package and the runners,
 * installed from the registry into a fresh folder. `npm run test:runners`; the quick part of it, without the runners that
 * have to be installed, is among the unit tests.
 */
import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { bench, npm, packSimHost, project, repository, runNode } from './workbench.js';

let app: string;

before(() => {
  app = project('app');
  cpSync(join(repository, 'docs', 'examples', 'testing'), app, { recursive: true });
  // With what is optional: Vitest brings its native parts so.
  npm(app, 'install', '--no-audit', '--no-fund', packSimHost().file, 'vitest', 'jest');
});

after(() => rmSync(bench, { recursive: true, force: true }));

function passes(first: string, ...args: readonly string[]): void {
  const { status, stdout, stderr } = runNode(app, first, ...args);
  assert.equal(status, 0, stdout + stderr);
  assert.match(stdout + stderr, /passed|pass [1-9]/);
}

test('node:test', () => passes('--test', 'node.test.js'));

for (const pool of ['forks', 'threads', 'vmThreads']) {
  test(`Vitest, pool ${pool}`, () =>
    passes('node_modules/vitest/vitest.mjs', 'run', 'vitest.test.js', '--pool', pool));
}

test('Jest', () =>
  passes('--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--transform', '{}', 'jest.test.js'));
