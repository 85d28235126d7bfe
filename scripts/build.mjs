// Builds the three packages: sim-host (dist), the suite (conformance/dist) and the benchmarks (bench/dist). The latter two
// mirror the folders of the repository, so that a file finds its neighbours in the same way from its source and when built.
//
//   node scripts/build.mjs [--pack] [--if-stale] [sim-host|conformance|bench …]
//
// `--pack` starts with an empty folder and omits source maps, a quarter of the package; `--if-stale` builds only
// packages with newer sources.
import { spawn } from 'node:child_process';
import { cpSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeBundle, writeCodeCache } from './bundle.mjs';
import { keepPublicTypes } from './public-types.mjs';
import { writeSceneTypes, writeSceneValidator } from './scene-validator.mjs';
import { writeOpenApiJson, writeWireTypes } from './wire-types.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const sceneValidator = 'src/sim-host/scene-file/scene-validator.js';

/** `copies` are files outside of TypeScript, `page` is built by Vite, and `entry` is built last. */
const packages = {
  'sim-host': {
    folder: '.',
    project: 'tsconfig.build.json',
    sources: ['src', 'docs/openapi.yaml', 'scenes/scene.schema.json'],
    copies: [[sceneValidator, 'dist/sim-host/scene-file/scene-validator.js']],
    page: 'src/panel/vite.config.ts',
    isBundled: true,
    entry: 'dist/bundle/sim-host/cli/main.cjs',
  },
  conformance: {
    folder: 'conformance',
    project: 'conformance/tsconfig.json',
    sources: ['conformance', 'features', 'docs/openapi.yaml'],
    copies: [
      ['features', 'conformance/dist/features'],
      ['conformance/rules.yaml', 'conformance/dist/conformance/rules.yaml'],
      ['docs/openapi.yaml', 'conformance/dist/docs/openapi.yaml'],
    ],
    entry: 'conformance/dist/conformance/runner/index.js',
  },
  bench: {
    folder: 'bench',
    project: 'bench/tsconfig.json',
    sources: ['bench', 'conformance/client'],
    copies: [['bench/peers', 'bench/dist/bench/peers']],
    entry: 'bench/dist/bench/run.js',
  },
};

const options = process.argv.slice(2).filter((word) => word.startsWith('--'));
const isPacking = options.includes('--pack');
const names = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const chosen = (names.length === 0 ? Object.keys(packages) : names).map((name) => packages[name]);
const wanted = options.includes('--if-stale') ? chosen.filter(isStale) : chosen;
if (wanted.includes(packages['sim-host'])) {
  writeWireTypes();
  writeSceneTypes();
  await writeSceneValidator();
}
process.exitCode = Math.max(0, ...(await Promise.all(wanted.map(build))));
// Runs for each Node.js, which may have been installed after the build.
if (process.exitCode === 0 && chosen.includes(packages['sim-host']) && !isPacking) writeCodeCache();

/** Resolves with the exit code of TypeScript. */
async function build({ folder, project, copies, page, isBundled }) {
  // Output of removed features is deleted, except for files of the host, which a running process may load.
  const isMirror = folder !== '.';
  if (isMirror || isPacking) rmSync(join(folder, 'dist'), { recursive: true, force: true });
  if (!isMirror) writeOpenApiJson();
  for (const [from, to] of copies) cpSync(from, to, { recursive: true, filter: isNoSource });
  const args = ['-p', project, ...(isPacking ? ['--sourceMap', 'false'] : [])];
  // The page is bundled in parallel.
  const pageBuilt = page === undefined ? Promise.resolve(0) : run(bin('vite'), 'build', '--config', page);
  const code = await run(tsc(), ...args);
  if (code === 0) keepPublicTypes(folder);
  if (code === 0 && isBundled) await writeBundle(isPacking);
  return Math.max(code, await pageBuilt);
}

/** Resolves with the exit code of a program for Node.js. */
function run(...args) {
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  return new Promise((resolve) => child.once('exit', (each) => resolve(each ?? 1)));
}

function bin(name) {
  return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'bin', `${name}.js`);
}

/** False for folders of TypeScript sources, which are built and not copied. */
function isNoSource(file) {
  return !/[\\/](steps|support)$/.test(file);
}

function tsc() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  } catch {
    console.error('sim-host: to build it, its development dependencies are needed; run "npm ci" first');
    process.exit(1);
  }
}

function isStale({ project, sources, entry }) {
  const built = statSync(entry, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return ['tsconfig.json', project, ...sources].some((source) => newest(source) > built);
}

/** The time of the last change in a file or folder; the times of folders show deletions. */
function newest(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const below = readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !['dist', 'node_modules', 'results'].includes(name))
    .map(({ name }) => newest(join(path, name)));
  return Math.max(stats.mtimeMs, ...below);
}
