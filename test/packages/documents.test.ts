/** The packed README and docs: their links lead somewhere, and their snippets run with the installed package. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { bench, install, ownEnvironment, packSimHost, project, repository } from './workbench.js';

let folder: string;

before(() => {
  folder = project('reader');
  install(folder, packSimHost().file);
});

after(() => rmSync(bench, { recursive: true, force: true }));

// The tests of the documents in the repository, over the pages and the modules of the package.
for (const [file, pattern] of [
  ['links', '^every (link|anchor) of'],
  ['readme', '^the (requests|program for the client|scene)'],
  ['client', '.'],
  ['remote-apps', '^the app of'],
  ['deployment', '.'],
] as const)
  test(`${file}.test.ts passes with the package`, () => {
    const args = ['--import', 'tsx', '--test', '--test-reporter=tap', `--test-name-pattern=${pattern}`];
    const { status, stdout, stderr } = spawnSync(process.execPath, [...args, `test/docs/${file}.test.ts`], {
      cwd: repository,
      encoding: 'utf8',
      env: { ...ownEnvironment(), SIM_HOST_PROJECT: folder },
    });
    assert.equal(status, 0, stdout + stderr);
    assert.match(stdout, /^# pass [1-9]/m);
  });
