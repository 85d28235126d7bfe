import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { searchIn } from './uws-load.js';

const folder = mkdtempSync(join(tmpdir(), 'uws-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const binaryName = `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`;

/** A `node_modules` folder of its own with one package in it. */
function modulesWith(name: string, version: string, binary?: string): string {
  const modules = mkdtempSync(join(folder, 'modules-'));
  const home = join(modules, name);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), JSON.stringify({ name, version, exports: './nothing.js' }));
  if (binary !== undefined) writeFileSync(join(home, binaryName), binary);
  return modules;
}

test('a search without installed packages finds no build and no failure', () => {
  assert.deepEqual(searchIn([join(folder, 'nowhere')]), { found: undefined, failures: [] });
});

test('a package without a binary for this Node.js is named with its version and the missing file', () => {
  const { found, failures } = searchIn([modulesWith('@btc-vision/uwebsockets.js', '20.57.0')]);
  assert.equal(found, undefined);
  assert.match(failures[0]!, /^@btc-vision\/uwebsockets\.js 20\.57\.0: Cannot find module .*\.node'$/);
});

for (const [what, binary] of [
  ['empty', ''],
  ['a script', '#!/bin/sh\necho a script with the name of a native module\n'],
] as const) {
  test(`a file that is ${what} fails with a reason of one line`, () => {
    const { found, failures } = searchIn([modulesWith('uWebSockets.js', '20.99.0', binary)]);
    assert.equal(found, undefined);
    assert.match(failures[0]!, /^uWebSockets\.js 20\.99\.0: [^\n]+$/);
  });
}

test('the next build is tried after one that does not load', () => {
  const modules = modulesWith('uWebSockets.js', '20.99.0', '');
  const home = join(modules, '@trufflesuite/uws-js-unofficial');
  mkdirSync(join(home, 'binaries'), { recursive: true });
  writeFileSync(join(home, 'package.json'), '{"version":"20.30.0-unofficial.0"}');
  writeFileSync(join(home, 'binaries', binaryName), 'not one either');
  const { failures } = searchIn([modules]);
  assert.equal(failures.length, 2);
  assert.match(failures[1]!, /^@trufflesuite\/uws-js-unofficial 20\.30\.0: /);
});

/** Any native module of the development dependencies. */
const otherModule = `node_modules/@swc/core-${process.platform}-${process.arch}-gnu/swc.${process.platform}-${process.arch}-gnu.node`;

test('a native module of another kind is not taken for uWebSockets.js', {
  skip: !existsSync(otherModule),
}, () => {
  const modules = modulesWith('uWebSockets.js', '1.0.0');
  copyFileSync(otherModule, join(modules, 'uWebSockets.js', binaryName));
  assert.deepEqual(searchIn([modules]), {
    found: undefined,
    failures: ['uWebSockets.js 1.0.0: the binary has no App'],
  });
});
