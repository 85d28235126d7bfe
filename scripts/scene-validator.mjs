// Writes the validator of scene files (scenes/scene.schema.json) as a module without dependencies, because
// compiling the schema would dominate a start. Imported, it returns the text; run, it writes the file.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';

const root = new URL('../', import.meta.url);
const file = new URL('src/sim-host/scene-file/scene-validator.js', root);

/** The text of the module: `validate` as compiled by Ajv, which reports all errors with their data. */
export async function sceneValidator() {
  const code = { source: true, esm: true };
  const ajv = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true, inlineRefs: false, code });
  const schema = JSON.parse(readFileSync(new URL('scenes/scene.schema.json', root), 'utf8'));
  const contents = standaloneCode.default(ajv, ajv.compile(schema));
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(root) },
    bundle: true,
    write: false,
    format: 'esm',
    minify: true,
    banner: {
      js: '// Written by scripts/scene-validator.mjs from scenes/scene.schema.json: change it there.',
    },
  });
  return outputFiles[0].text;
}

/** Writes the file only if it has changed, so that builds keep its date. */
export async function writeSceneValidator() {
  const text = await sceneValidator();
  if (readFileSync(file, { encoding: 'utf8', flag: 'a+' }) !== text) writeFileSync(file, text);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await writeSceneValidator();
