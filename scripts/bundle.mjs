// Bundles what TypeScript has built of sim-host: a host that starts would read some six hundred files otherwise, and spend
// most of its time on finding and compiling them. The packages that it uses are in it too, but for the optional ones.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** What Node.js is pointed to, in package.json, by `bin`, and by the suite. */
const entries = [
  'service/index.js',
  'client/index.js',
  'sim-host/testing/index.js',
  'sim-host/cli/main.js',
  'sim-host/cli/many-hosts.js',
];

const modules = 'dist';
const bundle = 'dist/bundle';

/**
 * Writes the bundle to dist/bundle, where the entries have the places that they have in dist.
 * @param isPacking leaves it in the place of the modules: nobody reads them one by one in the package
 */
export async function writeBundle(isPacking) {
  rmSync(bundle, { recursive: true, force: true });
  const { peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const { metafile } = await build({
    // What esbuild takes for it otherwise is the folder in which it was loaded.
    absWorkingDir: process.cwd(),
    entryPoints: entries.map((entry) => `${modules}/${entry}`),
    outbase: modules,
    outdir: bundle,
    entryNames: '[dir]/[name]',
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    // One copy of each module, whichever entries an application uses.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.12',
    external: Object.keys(peerDependencies),
    // Its ES modules: what nobody calls is left out, and nothing is wrapped.
    alias: { yaml: './node_modules/yaml/browser/dist/index.js' },
    // For CommonJS that asks for modules of Node.js.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
    },
    sourcemap: !isPacking,
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
  });
  writeFileSync(`${bundle}/licences.txt`, licencesOf(Object.keys(metafile.inputs)));
  if (isPacking) replaceModules();
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
