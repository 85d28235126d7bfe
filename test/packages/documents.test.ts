/** The packed README and docs have valid links and snippets that run with the installed package. */
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

// Runs the tests of the documents with the pages and modules of the package.
for (const [file, pattern] of [
  ['links.test', '^every (link|anchor) of'],
  ['readme.test', '^the (requests|program for the client|scene)'],
  ['client.long.test', '.'],
  ['remote-apps.long.test', '^the app of'],
] as const)
  test(`${file}.ts passes with the package`, () => {
    const args = ['--import', 'tsx', '--test', '--test-reporter=tap', `--test-name-pattern=${pattern}`];
    const { status, stdout, stderr } = spawnSync(process.execPath, [...args, `test/docs/${file}.ts`], {
      cwd: repository,
      encoding: 'utf8',
      env: { ...ownEnvironment(), SIM_HOST_PROJECT: folder },
    });
    assert.equal(status, 0, stdout + stderr);
    assert.match(stdout, /^# pass [1-9]/m);
  });
