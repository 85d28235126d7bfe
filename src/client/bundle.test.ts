import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, transform } from 'esbuild';

const entry = fileURLToPath(new URL('index.ts', import.meta.url));

/** Bundles for browsers, where modules of Node.js are an error. */
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

test('the client is under 15 kB minified and compressed, and has no dependencies', async () => {
  const code = await bundle(`export * from ${JSON.stringify(entry)}`);
  const { length } = gzipSync(code);
  assert.ok(length < 15_000, `${length} bytes`);
  assert.doesNotMatch(Buffer.from(code).toString(), /\bimport\b|\brequire\(|\bprocess\.|\bBuffer\./);
});

test('the built client is one file without imports, of at most 14 kB minified and compressed', async () => {
  const code = readFileSync(new URL('../../dist/bundle/client/index.js', import.meta.url), 'utf8');
  assert.doesNotMatch(code, /^\s*import\b|\bimport\s*\(|\bnode:|\brequire\(/m);
  const { code: minified } = await transform(code, { minify: true, format: 'esm' });
  const size = gzipSync(minified).length;
  assert.ok(size <= 14_000, `${size}`);
});

test('a bundler removes unused parts', async () => {
  const pairing = await bundle(`import { pair } from ${JSON.stringify(entry)}; await pair('', '')`);
  assert.doesNotMatch(Buffer.from(pairing).toString(), /exposed\/batch/);
});
