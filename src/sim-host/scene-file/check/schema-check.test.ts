import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { controls } from '../../../wire/controls.js';

const text = readFileSync(new URL('../../../../scenes/scene.schema.json', import.meta.url), 'utf8');

test('the schema of scene files is a schema', () => {
  // Checks that the host skips when it starts.
  new Ajv2020({ strict: true, allowUnionTypes: true, validateSchema: true }).compile(JSON.parse(text));
});

test('the schema of scene files has every control with its options', () => {
  const branches = JSON.parse(text).$defs.controller.allOf as {
    readonly if: { readonly properties: { readonly type: { readonly const: string } } };
    readonly then: { readonly properties: object; readonly required: readonly string[] };
  }[];
  const inSchema = branches.map(({ if: { properties }, then }) => {
    const names = Object.keys(then.properties).filter((name) => name !== 'type');
    return [properties.type.const, names.map((name) => (then.required.includes(name) ? name : `${name}?`))];
  });
  const inTable = Object.entries(controls).map(([type, options]) => {
    const all = Object.entries<string>(options);
    return [type, all.map(([name, option]) => (option.endsWith('?') ? `${name}?` : name))];
  });
  assert.deepEqual(Object.fromEntries(inSchema), Object.fromEntries(inTable));
});
