// Writes the files generated from docs/openapi.yaml: the wire types of the client, and the JSON that services send.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { schemaTypes, writeIfChanged } from './schema-types.mjs';

const root = new URL('../', import.meta.url);

function description() {
  return parse(readFileSync(new URL('docs/openapi.yaml', root), 'utf8'));
}

/** Writes the description as JSON, because parsing YAML would stop a running host for a quarter of a second. */
export function writeOpenApiJson() {
  mkdirSync(new URL('dist/', root), { recursive: true });
  writeFileSync(new URL('dist/openapi.json', root), JSON.stringify(description()));
}

/** Writes the TypeScript of all schemas. */
export function writeWireTypes() {
  const { Any: _, ...schemas } = description().components.schemas;
  const text = `/** What goes over the wire. Written by scripts/wire-types.mjs from docs/openapi.yaml: change it there. */
import type { Json } from './json.js';

${schemaTypes(schemas, typeName)}`;
  writeIfChanged(new URL('src/client/wire.ts', root), text);
}

/** Names that TypeScript or the web already use get a prefix. */
function typeName(name) {
  if (name === 'Any') return 'Json';
  return ['Object', 'Error'].includes(name) ? `Wire${name}` : name;
}
