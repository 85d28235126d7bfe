import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { codeCacheOf, readCodeCache } from '../bin/bundle.mjs';

const file = fileURLToPath(new URL('../dist/bundle/sim-host/cli/main.cjs', import.meta.url));
const source = readFileSync(file, 'utf8');

test('a start uses the code that was compiled when the command was built', () => {
  const script = `
    import { readFileSync } from 'node:fs';
    import { codeCacheOf, compile, readCodeCache } from './bin/bundle.mjs';
    const [file] = process.argv.slice(1);
    const source = readFileSync(file, 'utf8');
    const { cachedDataRejected } = compile(file, source, readCodeCache(codeCacheOf(file, source)));
    process.exit(cachedDataRejected ? 1 : 0);`;
  const { NODE_OPTIONS, NODE_V8_COVERAGE, ...env } = process.env;
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script, file], {
    cwd,
    env,
  });
  assert.equal(status, 0, String(stderr));
});

test('compiled code of another build has another name', () => {
  const other = source.replace(/\/\/ build \w+\n$/, '// build 0123456789abcdef\n');
  assert.equal(other.length, source.length);
  assert.notEqual(codeCacheOf(file, other), codeCacheOf(file, source));
  assert.ok(existsSync(codeCacheOf(file, source)));
  assert.ok(!existsSync(codeCacheOf(file, other)));
});

test('damaged compiled code is ignored, because V8 would end the process', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'code-cache-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const whole = readFileSync(codeCacheOf(file, source));
  const copy = join(folder, 'copy.cache');
  writeFileSync(copy, whole);
  assert.deepEqual(readCodeCache(copy), whole.subarray(32));
  writeFileSync(copy, Buffer.from(whole).fill(0, 1_000_000, 1_004_096));
  assert.equal(readCodeCache(copy), undefined);
  writeFileSync(copy, whole.subarray(0, whole.length / 2));
  assert.equal(readCodeCache(copy), undefined);
  assert.equal(readCodeCache(join(folder, 'none')), undefined);
});
