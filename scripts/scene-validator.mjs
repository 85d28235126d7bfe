// Writes the files generated from scenes/scene.schema.json: the types of scene files, and their validator as a
// module without dependencies, because compiling the schema would dominate a start.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import { schemaTypes, writeIfChanged } from './schema-types.mjs';

const root = new URL('../', import.meta.url);
const folder = new URL('src/sim-host/scene-file/', root);

function sceneSchema() {
  return JSON.parse(readFileSync(new URL('scenes/scene.schema.json', root), 'utf8'));
}

/** Writes the types of scene files; controls have types of their own. */
export function writeSceneTypes() {
  const { $defs, ...scene } = sceneSchema();
  const { controller: _, ...parts } = $defs;
  const names = { scene: 'SceneDescription', controller: 'Controller' };
  const typeName = (name) => names[name] ?? `${name[0].toUpperCase()}${name.slice(1)}Spec`;
  const text = `/** Scene files. Written by scripts/scene-validator.mjs from scenes/scene.schema.json: change it there. */
import type { Json } from '../../service/index.js';
import type { Controller } from '../../wire/controls.js';

${schemaTypes({ scene, ...parts }, typeName)}`;
  writeIfChanged(new URL('scene-types.ts', folder), text);
}

/** The text of the module: `validate` as compiled by Ajv, which reports all errors with their data. */
async function sceneValidator() {
  const code = { source: true, esm: true };
  const ajv = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true, inlineRefs: false, code });
  const contents = standaloneCode.default(ajv, ajv.compile(sceneSchema()));
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

/** Writes the validator. */
export async function writeSceneValidator() {
  writeIfChanged(new URL('scene-validator.js', folder), await sceneValidator());
}
