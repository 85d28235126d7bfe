// Writes what is made from docs/openapi.yaml: the wire types of the client, and the JSON that services send.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';

const root = new URL('../', import.meta.url);
const file = new URL('src/client/wire.ts', root);

function description() {
  return parse(readFileSync(new URL('docs/openapi.yaml', root), 'utf8'));
}

/** Writes the description as JSON, because parsing YAML would stop a running host for a quarter of a second. */
export function writeOpenApiJson() {
  mkdirSync(new URL('dist/', root), { recursive: true });
  writeFileSync(new URL('dist/openapi.json', root), JSON.stringify(description()));
}

/** The TypeScript of all schemas. */
function wireTypes() {
  const { schemas } = description().components;
  const types = Object.entries(schemas)
    .filter(([name]) => name !== 'Any')
    .map(
      ([name, schema]) => `${comment(schema, '')}export type ${typeName(name)} = ${typeOf(schema, '')};\n`,
    );
  const head = `/** What goes over the wire. Written by scripts/wire-types.mjs from docs/openapi.yaml: change it there. */
import type { Json } from './json.js';
`;
  return [head, ...types].join('\n');
}

/** Writes the file only if it has changed, so that builds keep its date. */
export function writeWireTypes() {
  const text = wireTypes();
  if (readFileSync(file, { encoding: 'utf8', flag: 'a+' }) !== text) writeFileSync(file, text);
}

/** Names that TypeScript or the web already use get a prefix. */
function typeName(name) {
  return ['Object', 'Error'].includes(name) ? `Wire${name}` : name;
}

function typeOf(schema, indent) {
  if (schema === true) return 'Json';
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1);
    return name === 'Any' ? 'Json' : typeName(name);
  }
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  if (schema.oneOf !== undefined)
    return schema.oneOf.map((each) => `\n${indent}  | ${typeOf(each, `${indent}  `)}`).join('');
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(' | ');
  switch (schema.type) {
    case 'array':
      return schema.items === undefined
        ? 'readonly Json[]'
        : `readonly ${grouped(typeOf(schema.items, indent))}[]`;
    case 'object':
      return objectOf(schema, indent);
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      return 'Json';
  }
}

function objectOf({ properties = {}, required = [], additionalProperties }, indent) {
  const inner = `${indent}  `;
  // Hosts of the Unity package lack the members of sim-host.
  const isThere = (name) => required.includes(name) && properties[name]['x-ours'] === undefined;
  const members = Object.entries(properties).map(([name, schema]) => {
    const key = /^[a-z_$][\w$]*$/i.test(name) ? name : `'${name}'`;
    return `${comment(schema, inner)}${inner}readonly ${key}${isThere(name) ? '' : '?'}: ${typeOf(schema, inner)};\n`;
  });
  if (members.length === 0 && additionalProperties?.type !== undefined)
    return `{ readonly [name: string]: ${typeOf(additionalProperties, indent)} }`;
  const isOpen = additionalProperties === true || members.length === 0;
  const isAnyOptional = Object.keys(properties).some((name) => !isThere(name));
  if (isOpen)
    members.push(`${inner}readonly [member: string]: Json${isAnyOptional ? ' | undefined' : ''};\n`);
  return `{\n${members.join('')}${indent}}`;
}

function grouped(type) {
  return /^[^{]* \| /.test(type) ? `(${type})` : type;
}

function literal(value) {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

function comment(schema, indent) {
  return schema.description === undefined ? '' : `${indent}/** ${schema.description} */\n`;
}
