// Bundles the built sim-host and its required packages, because a host would spend most of its start on finding
// and compiling 600 files.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { codeCacheOf, readCodeCache } from '../bin/bundle.mjs';

/** The files that package.json, `bin`, the suite and the benchmarks (bench/peers/uws.mjs) load. */
const entries = [
  'service/index.js',
  'sim-host/testing/index.js',
  'sim-host/cli/host-worker.js',
  'service/http/engines/uws-load.js',
];

/** The client also runs in browsers: one file without imports, and a Node.js module in it fails the build. */
const clientEntry = 'client/index.js';

/** The command: one file, whose compiled code can be cached. */
const command = 'sim-host/cli/main';

const modules = 'dist';
const bundle = 'dist/bundle';

const commandFile = `${bundle}/${command}.cjs`;

/**
 * Writes the bundle to dist/bundle, with the entries in the same paths as in dist.
 * @param isPacking replaces the modules by the bundle, because a package needs no single modules
 */
export async function writeBundle(isPacking) {
  rmSync(bundle, { recursive: true, force: true });
  const { peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const common = {
    // Otherwise esbuild uses the folder in which it was loaded.
    absWorkingDir: process.cwd(),
    bundle: true,
    sourcemap: !isPacking,
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
  };
  const forNode = {
    ...common,
    platform: 'node',
    target: 'node20.15',
    external: Object.keys(peerDependencies),
    // Its ES modules allow removing unused code without wrappers.
    alias: {
      yaml: './node_modules/yaml/browser/dist/index.js',
      'jsonc-parser': './node_modules/jsonc-parser/lib/esm/main.js',
    },
  };
  const results = await Promise.all([
    build({
      ...common,
      entryPoints: [`${modules}/${clientEntry}`],
      outfile: `${bundle}/${clientEntry}`,
      platform: 'browser',
      target: 'es2022',
      format: 'esm',
    }),
    build({
      ...forNode,
      entryPoints: entries.map((entry) => `${modules}/${entry}`),
      outbase: modules,
      outdir: bundle,
      entryNames: '[dir]/[name]',
      chunkNames: 'chunks/[name]-[hash]',
      // Entries share one copy of each module.
      splitting: true,
      format: 'esm',
      // For CommonJS that requires Node.js modules.
      banner: {
        js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
      },
    }),
    build({
      ...forNode,
      entryPoints: [`${modules}/${command}.js`],
      outfile: commandFile,
      format: 'cjs',
      define: { 'import.meta.url': 'moduleUrl' },
      banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
      plugins: [importsFromOutside],
    }),
  ]);
  nameBuild();
  const inputs = results.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  writeFileSync(`${bundle}/licences.txt`, licencesOf(inputs));
  if (isPacking) replaceModules();
}

/** Code compiled by V8 lacks `import()` up to Node.js 20, so its loader provides one. */
const importsFromOutside = {
  name: 'imports from outside',
  setup({ onLoad, onEnd }) {
    let isReplaced = false;
    onLoad({ filter: /[\\/]service[\\/]common[\\/]import-module\.js$/ }, () => {
      isReplaced = true;
      return {
        contents: 'export const importModule = module.importModule ?? ((specifier) => import(specifier));',
      };
    });
    onEnd(() => {
      if (!isReplaced) throw new Error('bundle.mjs: import-module.js has moved; name its new place');
    });
  },
};

/** Appends the id of the build, so that compiled code of another build is not used. */
function nameBuild() {
  const build = createHash('sha256').update(readFileSync(commandFile)).digest('hex').slice(0, 16);
  appendFileSync(commandFile, `// build ${build}\n`);
}

/** Caches the compiled code of the command for this Node.js; a host starts without it too, but more slowly. */
export function writeCodeCache() {
  if (readCodeCache(codeCacheOf(resolve(commandFile), readFileSync(commandFile, 'utf8')))) return;
  const { NODE_OPTIONS, NODE_V8_COVERAGE, ...env } = process.env;
  const { status, stderr } = spawnSync(process.execPath, ['scripts/code-cache.mjs', resolve(commandFile)], {
    env,
  });
  if (status !== 0)
    console.error(`sim-host: its compiled code cannot be kept, so that each start takes longer: ${stderr}`);
}

/** The licences of all bundled packages. */
function licencesOf(files) {
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  const texts = [...new Set(folders)].sort().map((folder) => {
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    if (file === undefined) throw new Error(`${name} is bundled, and says nothing of its licence`);
    return `${name}\n\n${readFileSync(join(folder, file), 'utf8')}`;
  });
  return texts.join('\n\n---\n\n');
}

function replaceModules() {
  for (const name of readdirSync(modules, { recursive: true })) {
    const file = join(modules, name);
    const isModule = /\.js(\.map)?$/.test(name) && !/^(bundle|panel)[\\/]/.test(name);
    if (isModule) rmSync(file);
  }
  cpSync(bundle, modules, { recursive: true });
  rmSync(bundle, { recursive: true });
}
