import type { ErrorObject } from 'ajv';
import { type DiagnosticList, nearest } from './diagnostics.js';
import { Pruned } from './prune.js';
import { validate } from './scene-validator.js';
import type { DocumentPath } from './source.js';

/** Rounds of pruning after which what is left is given up: one mistake may hide another. */
const maxRounds = 8;

/**
 * Adds what the schema finds wrong with the parsed document.
 * @returns what is right of it; undefined when nothing is
 */
export function checkAgainstSchema(value: unknown, found: DiagnosticList): Pruned | undefined {
  const pruned = new Pruned(value);
  if (validate(value)) return pruned;
  for (const error of validate.errors ?? []) report(error, value, found);
  for (let round = 0; round < maxRounds; round++) {
    const errors = (validate.errors ?? []).filter((error) => !repaired(error, pruned));
    const paths = errors.flatMap((error) => wrongPart(error, pruned.value));
    if (paths.length === 0 && errors.length > 0) break;
    pruned.remove(paths);
    if (validate(pruned.value)) break;
  }
  const isRight = (validate.errors ?? []).every(({ instancePath }) => instancePath === '');
  return isRight ? pruned : undefined;
}

/** What much else depends on is taken for what was most likely meant, so that this is checked too. */
function repaired({ keyword, instancePath, params, data }: ErrorObject, pruned: Pruned): boolean {
  const path = pointerPath(instancePath, pruned.value);
  if (path.at(-1) === 'repeat' && data !== 1) pruned.replace(path, 1);
  else if (path.length === 3 && path[0] === 'classes' && path[2] === 'kind' && keyword === 'enum') {
    const meant = nearest(String(data), params.allowedValues as string[]);
    if (meant === undefined) return false;
    pruned.replace(path, meant);
  } else return false;
  return true;
}

/** What has to go for an error to go; nothing where the document itself lacks a part. */
function wrongPart({ keyword, instancePath, params }: ErrorObject, root: unknown): DocumentPath[] {
  if (keyword === 'if') return [];
  const path = pointerPath(instancePath, root);
  if (keyword === 'additionalProperties') return [[...path, params.additionalProperty as string]];
  return path.length === 0 ? [] : [path];
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
        return found.add([...path, name], `"${name}" is no name`, {
          expected: 'letters, digits and _, not starting with a digit',
          at: 'key',
        });
      }
      const known = Object.keys(schema.properties ?? {});
      return found.add([...path, name], `unknown key "${name}"`, {
        expected: oneOf(known),
        hint: suggestedKey(name, known),
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
        hint: nearest(String(data), allowed),
      });
    }
    case 'type':
      if (data === null && found.source.isCommentedOut(path)) {
        return found.add(path, 'the value is empty: # begins a comment', {
          expected: 'quotes around the text',
        });
      }
      return found.add(
        path,
        typeof data === 'object' && data !== null
          ? `it is ${kindOf(data)}`
          : `${show(data)} is ${kindOf(data)}`,
        {
          expected: types(params.type),
          // A list whose dashes have no space behind them is a text.
          ...(typeof data === 'string' &&
            /^-\S/.test(data) &&
            String(params.type).includes('array') && { hint: `- ${data.slice(1)}` }),
        },
      );
    case 'pattern':
      return found.add(path, `${show(data)} is not of the expected form`, {
        expected: description ?? `a text that matches ${params.pattern}`,
      });
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
      return found.add(path, `${show(data)} is out of range`, {
        expected: `a number ${params.comparison} ${params.limit}`,
      });
    case 'minLength':
      return found.add(path, 'the text is empty', { expected: 'a text' });
    case 'minItems':
    case 'minProperties':
      return found.add(path, 'it is empty', { expected: 'at least one entry' });
    case 'maxProperties':
      return found.add(path, `there are ${Object.keys(data as object).length} keys`, {
        expected: 'one action per list entry',
      });
    default:
      return found.add(path, error.message ?? `it breaks the rule ${error.keyword}`);
  }
}

/** What keys are called elsewhere: in decorators, other engines and other files. */
const foreignKeys: Readonly<Record<string, readonly string[]>> = {
  default: ['value', 'constant'],
  defaultValue: ['value', 'default'],
  initial: ['value'],
  initialValue: ['value'],
  extends: ['base'],
  parent: ['base'],
  inherits: ['base'],
  isReadOnly: ['readOnly'],
  isFlags: ['flags'],
  isKey: ['key'],
  isAbstract: ['abstract'],
  isNullable: ['nullable'],
  optional: ['nullable'],
  enumValues: ['values'],
  returnType: ['returns'],
  result: ['returns'],
  arguments: ['parameters'],
  args: ['parameters'],
  params: ['parameters'],
  actions: ['do'],
  methods: ['functions'],
  members: ['fields'],
  visibleIf: ['showIf'],
  tooltip: ['help'],
  description: ['help'],
  sourceKey: ['key'],
  id: ['key'],
  className: ['class'],
  type: ['class', 'kind'],
  property: ['path'],
  member: ['path'],
  target: ['object'],
  count: ['repeat'],
  delay: ['at'],
  after: ['at'],
  time: ['at'],
  interval: ['every'],
  text: ['message'],
  fps: ['rate'],
};

function suggestedKey(name: string, known: readonly string[]): string | undefined {
  const foreign = Object.hasOwn(foreignKeys, name) ? foreignKeys[name]! : [];
  const colon = /^([\w]+):/.exec(name)?.[1];
  if (colon !== undefined && known.includes(colon)) return `${colon}: ${name.slice(colon.length + 1)}`;
  return foreign.find((each) => known.includes(each)) ?? nearest(name, known);
}

/** The steps of a JSON pointer; numbers where they index a list. */
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
  string: 'a text',
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
