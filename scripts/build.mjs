// Builds the three packages: sim-host (dist), the suite (conformance/dist) and the benchmarks (bench/dist). The latter two
// mirror the folders of the repository, so that a file finds its neighbours in the same way from its source and when built.
// `--clean` begins with empty folders, for packing; `--if-stale` builds only when a source is newer than what was built.
import { spawn } from 'node:child_process';
import { cpSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keepPublicTypes } from './public-types.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** What TypeScript does not build. */
const copies = [
  ['features', 'conformance/dist/features'],
  ['conformance/rules.yaml', 'conformance/dist/conformance/rules.yaml'],
  ['docs/openapi.yaml', 'conformance/dist/docs/openapi.yaml'],
  ['bench/peers', 'bench/dist/bench/peers'],
];
const projects = ['tsconfig.build.json', 'conformance/tsconfig.json', 'bench/tsconfig.json'];
const mirrors = ['conformance/dist', 'bench/dist'];
const entries = [
  'dist/sim-host/cli/main.js',
  'conformance/dist/conformance/runner/index.js',
  'bench/dist/bench/run.js',
];
const sources = [
  'src',
  'features',
  'conformance',
  'bench',
  'docs/openapi.yaml',
  'tsconfig.json',
  ...projects,
];

if (!process.argv.includes('--if-stale') || isStale()) await build();

async function build() {
  const isClean = process.argv.includes('--clean');
  // A feature that is gone must not be run any longer; of the host a running process may still load parts.
  for (const folder of isClean ? ['dist', ...mirrors] : mirrors)
    rmSync(folder, { recursive: true, force: true });
  for (const [from, to] of copies) cpSync(from, to, { recursive: true, filter: isNoSource });
  const codes = await Promise.all(projects.map(compile));
  process.exitCode = Math.max(...codes);
  if (process.exitCode === 0) for (const folder of ['.', 'conformance', 'bench']) keepPublicTypes(folder);
}

/** The steps are TypeScript, and built. */
function isNoSource(file) {
  return !/[\\/](steps|support)$/.test(file);
}

/** Runs TypeScript; resolves with its exit code. */
function compile(project) {
  const child = spawn(process.execPath, [tsc(), '-p', project], { stdio: 'inherit' });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

function tsc() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  } catch {
    console.error('sim-host: to build it, its development dependencies are needed; run "npm ci" first');
    process.exit(1);
  }
}

function isStale() {
  const built = Math.min(...entries.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0));
  return sources.some((source) => newest(source) > built);
}

/** When something in a file or folder was changed last; folders tell of what was deleted. */
function newest(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const below = readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !['dist', 'node_modules', 'results'].includes(name))
    .map(({ name }) => newest(join(path, name)));
  return Math.max(stats.mtimeMs, ...below);
}
