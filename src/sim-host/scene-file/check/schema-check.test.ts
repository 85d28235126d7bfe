import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';

test('the schema of scene files is a schema', () => {
  const text = readFileSync(new URL('../../../../scenes/scene.schema.json', import.meta.url), 'utf8');
  // Checks that the host skips when it starts.
  new Ajv2020({ strict: true, allowUnionTypes: true, validateSchema: true }).compile(JSON.parse(text));
});
