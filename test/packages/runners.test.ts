/**
 * The examples of docs/testing.md in Vitest and Jest installed from the registry, also with fake timers and
 * jsdom. `npm run test:runners`; the unit tests run the example for node:test.
 */
import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bench, npm, packSimHost, project, repository, runNode } from './workbench.js';

let app: string;

before(() => {
  app = project('app');
  cpSync(join(repository, 'docs', 'examples', 'testing'), app, { recursive: true });
  cpSync(fileURLToPath(new URL('runners/', import.meta.url)), app, { recursive: true });
  // Optional dependencies are installed, because Vitest needs its native parts.
  const runners = ['vitest', 'jest', 'jsdom', 'jest-environment-jsdom'];
  npm(app, 'install', '--no-audit', '--no-fund', packSimHost().file, ...runners);
});

after(() => rmSync(bench, { recursive: true, force: true }));

function passes(first: string, ...args: readonly string[]): void {
  const { status, stdout, stderr } = runNode(app, first, ...args);
  assert.equal(status, 0, stdout + stderr);
  assert.match(stdout + stderr, /passed|pass [1-9]/);
}

for (const pool of ['forks', 'threads', 'vmThreads']) {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'vitest.test.js', '--pool', pool] as const;
  test(`the example for Vitest passes in pool ${pool}`, () => passes(...vitest));
  test(`the example for Vitest passes in pool ${pool} with fake timers`, () =>
    passes(...vitest, '--config', 'vitest.fake-time.config.js'));
}

test('a page in jsdom can be tested with Vitest', () =>
  passes('node_modules/vitest/vitest.mjs', 'run', 'page.vitest.test.js'));

function jest(settings: object, file = '/jest.test.js'): void {
  const config = JSON.stringify({ transform: {}, ...settings });
  const script = 'node_modules/jest/bin/jest.js';
  passes('--experimental-vm-modules', script, '--config', config, file);
}

test('the example for Jest passes', () => jest({}));

test('the example for Jest passes with fake timers', () => jest({ fakeTimers: { enableGlobally: true } }));

test('a page in jsdom can be tested with Jest in the environment of docs/testing.md', () =>
  jest({ testEnvironment: './jsdom-with-fetch.cjs' }, 'page.jest.test.js'));

test('a host starts in the jsdom of Jest', () => jest({ testEnvironment: 'jsdom' }, 'host.jest.test.js'));
