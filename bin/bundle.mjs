// Runs the bundled command with the code that V8 compiled when it was built. Compiling would take a third of a start.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';

const { arch, env, platform, version } = process;

/** Runs a CommonJS file whose last line names its build. */
export function runBundle(file) {
  // The code cache makes coverage less exact.
  if (env.NODE_V8_COVERAGE !== undefined) return void load(file);
  const source = readFileSync(file, 'utf8');
  const cachedData = readCodeCache(codeCacheOf(file, source));
  const script = cachedData && compile(file, source, cachedData);
  if (script?.cachedDataRejected === false) return void evaluate(file, script);
  // Node.js 22 and later keep the code that they have compiled.
  module.enableCompileCache?.();
  load(file);
}

/**
 * Returns the file with the compiled code of a bundle. Its name contains the build and the version of Node.js, because V8
 * compares only the length of the source.
 */
export function codeCacheOf(file, source) {
  const build = /\/\/ build (\w+)\s*$/.exec(source.slice(-100))?.[1];
  return `${file}.${build}-${version}-${platform}-${arch}.cache`;
}

/** Compiles a bundle. V8 rejects `cachedData` of another version or other flags, and then compiles the source. */
export function compile(file, source, cachedData) {
  const wrapped = `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
  return new Script(wrapped, { filename: file, cachedData });
}

export function evaluate(file, script) {
  // See importsFromOutside in scripts/bundle.mjs.
  const own = { exports: {}, importModule: (specifier) => import(specifier) };
  script.runInThisContext()(own.exports, module.createRequire(file), own, file, dirname(file));
}

function load(file) {
  module.createRequire(file)(file);
}

const hashBytes = 32;

/** Returns the content of a code cache file. It begins with a hash, because V8 crashes if the code is damaged. */
export function codeCacheFile(data) {
  return Buffer.concat([hashOf(data), data]);
}

/** Returns the code of a cache file; undefined if it is missing or damaged. */
export function readCodeCache(file) {
  let bytes;
  try {
    bytes = readFileSync(file);
  } catch {
    return undefined;
  }
  const data = bytes.subarray(hashBytes);
  return bytes.subarray(0, hashBytes).equals(hashOf(data)) ? data : undefined;
}

function hashOf(data) {
  return createHash('sha256').update(data).digest();
}
