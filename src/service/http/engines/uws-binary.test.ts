import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { searchIn } from './uws-binary.js';

const folder = mkdtempSync(join(tmpdir(), 'uws-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const binaryName = `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`;

/** A `node_modules` folder of its own with one package in it. */
function modulesWith(name: string, version: string, binary?: string | Uint8Array): string {
  const modules = mkdtempSync(join(folder, 'modules-'));
  const home = join(modules, name);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), JSON.stringify({ name, version, exports: './nothing.js' }));
  if (binary !== undefined) writeFileSync(join(home, binaryName), binary);
  return modules;
}

test('without any package the search says so', () => {
  assert.deepEqual(searchIn([join(folder, 'nowhere')]), { found: undefined, failures: [], isMissing: true });
});

test('a package without a binary for this Node.js is named with its version', () => {
  const search = searchIn([modulesWith('@btc-vision/uwebsockets.js', '20.57.0')]);
  assert.equal(search.found, undefined);
  assert.equal(search.isMissing, false);
  assert.match(
    search.failures[0]!.text,
    /^@btc-vision\/uwebsockets\.js 20\.57\.0 has no build for Node\.js \d/,
  );
  assert.equal(search.failures[0]!.isUnexpected, false);
});

for (const [what, binary] of [
  ['empty', ''],
  ['no binary', '#!/bin/sh\necho this is a text that somebody has saved under the name of a native module\n'],
  ['the head of one', executableHead()],
] as const) {
  test(`a file that is ${what} is a failure with a reason and ends nothing`, () => {
    const { found, failures } = searchIn([modulesWith('uWebSockets.js', '20.99.0', binary)]);
    assert.equal(found, undefined);
    assert.match(failures[0]!.text, /^uWebSockets\.js 20\.99\.0 (is damaged|does not load|wants)/);
    assert.equal(failures[0]!.isUnexpected, true);
  });
}

test('a folder in the place of the binary is no binary', () => {
  const modules = modulesWith('uWebSockets.js', '20.99.0');
  mkdirSync(join(modules, 'uWebSockets.js', binaryName));
  assert.match(
    searchIn([modules]).failures[0]!.text,
    /^uWebSockets\.js 20\.99\.0 has no build for Node\.js \d/,
  );
});

test('a binary that was saved with a hole is damaged', { skip: process.platform !== 'linux' }, () => {
  const head = Buffer.from(executableHead());
  const sections = Number(head.readBigUInt64LE(40)) + head.readUInt16LE(58) * head.readUInt16LE(60);
  const holed = Buffer.alloc(sections);
  head.copy(holed);
  const { failures } = searchIn([modulesWith('uWebSockets.js', '20.99.0', holed)]);
  assert.match(failures[0]!.text, /^uWebSockets\.js 20\.99\.0 is damaged/);
});

test('behind a damaged build the next one is tried', () => {
  const modules = modulesWith('uWebSockets.js', '20.99.0', executableHead());
  const home = join(modules, '@trufflesuite/uws-js-unofficial');
  mkdirSync(join(home, 'binaries'), { recursive: true });
  writeFileSync(join(home, 'package.json'), '{"version":"20.30.0-unofficial.0"}');
  writeFileSync(join(home, 'binaries', binaryName), 'not one either');
  const { failures } = searchIn([modules]);
  assert.equal(failures.length, 2);
  assert.match(failures[1]!.text, /^@trufflesuite\/uws-js-unofficial 20\.30\.0 /);
});

test('a native module of another kind is not taken for uWebSockets.js', {
  skip: otherModule() === undefined,
}, () => {
  const modules = modulesWith('uWebSockets.js', '1.0.0');
  copyFileSync(otherModule()!, join(modules, 'uWebSockets.js', binaryName));
  const { found, failures } = searchIn([modules]);
  assert.equal(found, undefined);
  assert.match(failures[0]!.text, /is something else/);
});

/** The beginning of this very program: an ELF file that is cut off, where programs are ELF files. */
function executableHead(): Uint8Array {
  return readFileSync(process.execPath).subarray(0, 65_536);
}

/** A native module that is installed for development, of whatever purpose. */
function otherModule(): string | undefined {
  const path = `node_modules/@swc/core-${process.platform}-${process.arch}-gnu/swc.${process.platform}-${process.arch}-gnu.node`;
  try {
    readFileSync(path);
    return path;
  } catch {
    return undefined;
  }
}
