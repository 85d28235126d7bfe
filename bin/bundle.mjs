// Runs the command as one file, with what V8 has compiled of it when it was built: to compile it anew takes a third of a start.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';

const { arch, env, platform, version } = process;

/** Runs a CommonJS file whose last line names its build. */
export function runBundle(file) {
  // What covers it would be counted less exactly.
  if (env.NODE_V8_COVERAGE !== undefined) return void load(file);
  const source = readFileSync(file, 'utf8');
  const cachedData = readCodeCache(codeCacheOf(file, source));
  const script = cachedData && compile(file, source, cachedData);
  if (script?.cachedDataRejected === false) return void evaluate(file, script);
  // From Node.js 22 on, which keeps by itself what has run once.
  module.enableCompileCache?.();
  load(file);
}

/**
 * The file in which the compiled code of a bundle is kept, for this build and this Node.js alone: V8 itself compares no more of
 * the source than its length.
 */
export function codeCacheOf(file, source) {
  const build = /\/\/ build (\w+)\s*$/.exec(source.slice(-100))?.[1];
  return `${file}.${build}-${version}-${platform}-${arch}.cache`;
}

/** V8 takes `cachedData` when it is its own, and of the same flags; else it compiles. */
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

/** What a file of compiled code holds: V8 looks at its beginning alone, and ends the process where the rest is damaged. */
export function codeCacheFile(data) {
  return Buffer.concat([hashOf(data), data]);
}

/** Undefined where there is none that is whole. */
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
