import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Returns the TypeScript of schemas as exported types.
 * @param typeName returns the type of a schema by its name; a `$ref` ends with such a name
 */
export function schemaTypes(schemas, typeName) {
  const typeOf = (schema, indent) => {
    if (schema === true) return 'Json';
    if (schema.$ref !== undefined) return typeName(schema.$ref.split('/').at(-1));
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
  };

  const objectOf = (schema, indent) => {
    const { properties = {}, required = [], additionalProperties, patternProperties = {} } = schema;
    const inner = `${indent}  `;
    // Hosts of the Unity package lack the members of sim-host.
    const isThere = (name) => required.includes(name) && properties[name]['x-ours'] === undefined;
    const members = Object.entries(properties).map(([name, schema]) => {
      const key = /^[a-z_$][\w$]*$/i.test(name) ? name : `'${name}'`;
      return `${comment(schema, inner)}${inner}readonly ${key}${isThere(name) ? '' : '?'}: ${typeOf(schema, inner)};\n`;
    });
    const each = Object.values(patternProperties)[0] ?? additionalProperties;
    if (members.length === 0 && (each?.type ?? each?.$ref) !== undefined)
      return `{ readonly [name: string]: ${typeOf(each, indent)} }`;
    const isOpen = additionalProperties === true || members.length === 0;
    const isAnyOptional = Object.keys(properties).some((name) => !isThere(name));
    if (isOpen)
      members.push(`${inner}readonly [member: string]: Json${isAnyOptional ? ' | undefined' : ''};\n`);
    return `{\n${members.join('')}${indent}}`;
  };

  return Object.entries(schemas)
    .map(([name, schema]) => `${comment(schema, '')}export type ${typeName(name)} = ${typeOf(schema, '')};\n`)
    .join('\n');
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

/** Writes a file unless it has this text, so that builds keep its date. */
export function writeIfChanged(file, text) {
  if (readFileSync(file, { encoding: 'utf8', flag: 'a+' }) !== text) writeFileSync(file, text);
}
