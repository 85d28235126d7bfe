import type { ErrorObject } from 'ajv';
import { nearestName } from '../../../service/common/nearest-name.js';
import type { DiagnosticList } from '../diagnostics.js';
import { validate } from '../scene-validator.js';
import type { DocumentPath } from '../source.js';

/** Reports the errors that the schema finds in a parsed document. */
export function checkAgainstSchema(value: unknown, found: DiagnosticList): void {
  if (validate(value)) return;
  for (const error of validate.errors ?? []) report(error, value, found);
}

function report(error: ErrorObject, root: unknown, found: DiagnosticList): void {
  const path = pointerPath(error.instancePath, root);
  const { params, parentSchema, data } = error;
  const description = (parentSchema as { description?: string } | undefined)?.description;
  switch (error.keyword) {
    case 'if':
      return;
    case 'additionalProperties': {
      const name = params.additionalProperty as string;
      const schema = parentSchema as { properties?: object; patternProperties?: object };
      if (schema.patternProperties !== undefined) {
        return found.add([...path, name], `"${name}" is not a valid name`, {
          expected: 'letters, digits and _, not starting with a digit',
          at: 'key',
        });
      }
      const known = Object.keys(schema.properties ?? {});
      return found.add([...path, name], `unknown key "${name}"`, {
        expected: oneOf(known),
        hint: nearestName(name, known),
        at: 'key',
      });
    }
    case 'required':
      return found.add(path, `the key "${params.missingProperty}" is missing`, {
        expected: `a mapping with ${params.missingProperty}`,
        at: 'key',
      });
    case 'enum': {
      const allowed = (params.allowedValues as unknown[]).map(String);
      return found.add(path, `${show(data)} is not possible here`, {
        expected: oneOf(allowed),
        hint: nearestName(String(data), allowed),
      });
    }
    case 'type':
      return found.add(
        path,
        typeof data === 'object' && data !== null
          ? `it is ${kindOf(data)}`
          : `${show(data)} is ${kindOf(data)}`,
        {
          expected: types(params.type),
        },
      );
    case 'pattern':
      return found.add(path, `${show(data)} is not of the expected form`, {
        expected: description ?? `a string that matches ${params.pattern}`,
      });
    case 'minLength':
      return found.add(path, 'the string must not be empty');
    case 'minProperties':
      return found.add(path, 'the mapping must not be empty');
    case 'minItems':
      return found.add(path, 'the list must not be empty');
    default:
      return found.add(path, `${show(data)} ${error.message}`);
  }
}

/** Returns the segments of a JSON pointer, as numbers for list indexes. */
function pointerPath(pointer: string, root: unknown): DocumentPath {
  let value = root;
  return pointer
    .split('/')
    .slice(1)
    .map((step) => {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
      const isIndex = Array.isArray(value);
      value = (value as Record<string, unknown> | undefined)?.[name];
      return isIndex ? Number(name) : name;
    });
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  object: 'a mapping',
  array: 'a list',
  null: 'null',
};

function types(type: unknown): string {
  const list = Array.isArray(type) ? type : String(type).split(',');
  return list.map((each) => kinds[each] ?? each).join(' or ');
}

function kindOf(data: unknown): string {
  if (data === null) return 'empty';
  if (Array.isArray(data)) return 'a list';
  return kinds[typeof data] ?? typeof data;
}

function show(data: unknown): string {
  if (data === null || data === undefined) return 'the value';
  if (typeof data === 'object') return Array.isArray(data) ? 'the list' : 'the mapping';
  return typeof data === 'string' ? `"${data}"` : String(data);
}

function oneOf(names: readonly string[]): string {
  return names.length === 1 ? names[0]! : `one of ${names.join(', ')}`;
}
