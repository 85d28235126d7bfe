import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { wireTypes } from '../../scripts/wire-types.mjs';

const entry = fileURLToPath(new URL('index.ts', import.meta.url));

/** Bundled for browsers, where what only Node.js has is a mistake. */
async function bundle(contents: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    minify: true,
    write: false,
    platform: 'browser',
    format: 'esm',
    target: 'es2023',
  });
  return outputFiles[0]!.contents;
}

test('the client is under 15 kB minified and compressed, and stands alone', async () => {
  const code = await bundle(`export * from ${JSON.stringify(entry)}`);
  const { length } = gzipSync(code);
  assert.ok(length < 15_000, `${length} bytes`);
  assert.doesNotMatch(Buffer.from(code).toString(), /\bimport\b|\brequire\(|\bprocess\.|\bBuffer\./);
});

test('what is not used is left out', async () => {
  const pairing = await bundle(`import { pair } from ${JSON.stringify(entry)}; await pair('', '')`);
  assert.doesNotMatch(Buffer.from(pairing).toString(), /exposed\/batch/);
});

test('the types of the wire are those of openapi.yaml', () => {
  const file = readFileSync(new URL('wire.ts', import.meta.url), 'utf8');
  assert.equal(file, wireTypes(), 'run: node scripts/wire-types.mjs');
});
