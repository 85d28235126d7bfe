// Bundles what TypeScript has built of sim-host: a host that starts would read some six hundred files otherwise, and spend
// most of its time on finding and compiling them. The packages that it uses are in it too, but for the optional ones.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { codeCacheOf, readCodeCache } from '../bin/bundle.mjs';

/** What Node.js is pointed to: by package.json and `bin`, by the suite, and by the benchmarks (bench/peers/uws.mjs). */
const entries = [
  'service/index.js',
  'sim-host/testing/index.js',
  'sim-host/cli/many-hosts.js',
  'service/http/engines/uws-load.js',
];

/** Browsers load it too: one file that imports nothing, and in which a module of Node.js fails the build. */
const clientEntry = 'client/index.js';

/** What a person starts: one file, whose compiled code can be kept. */
const command = 'sim-host/cli/main';

const modules = 'dist';
const bundle = 'dist/bundle';

const commandFile = `${bundle}/${command}.cjs`;

/**
 * Writes the bundle to dist/bundle, where the entries have the places that they have in dist.
 * @param isPacking leaves it in the place of the modules: nobody reads them one by one in the package
 */
export async function writeBundle(isPacking) {
  rmSync(bundle, { recursive: true, force: true });
  const { peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const common = {
    // What esbuild takes for it otherwise is the folder in which it was loaded.
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
    // Its ES modules: what nobody calls is left out, and nothing is wrapped.
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
      // One copy of each module, whichever entries an application uses.
      splitting: true,
      format: 'esm',
      // For CommonJS that asks for modules of Node.js.
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

/** What V8 has compiled before knows of no `import()` of its own, up to Node.js 20: what runs it brings one. */
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

/** Says last which build it is: what was compiled of another one is not taken for its code. */
function nameBuild() {
  const build = createHash('sha256').update(readFileSync(commandFile)).digest('hex').slice(0, 16);
  appendFileSync(commandFile, `// build ${build}\n`);
}

/** Keeps the compiled code of the command for this Node.js, unless it is there. A host starts without it too, and takes longer. */
export function writeCodeCache() {
  if (readCodeCache(codeCacheOf(resolve(commandFile), readFileSync(commandFile, 'utf8')))) return;
  const { NODE_OPTIONS, NODE_V8_COVERAGE, ...env } = process.env;
  const { status, stderr } = spawnSync(process.execPath, ['scripts/code-cache.mjs', resolve(commandFile)], {
    env,
  });
  if (status !== 0)
    console.error(`sim-host: its compiled code cannot be kept, so that each start takes longer: ${stderr}`);
}

/** The licences of all packages that are in it. */
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
