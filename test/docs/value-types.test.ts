/** The checklist "Add a value type" of docs/architecture.md: fails with the files in which a value type is missing. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isNumberType, valueType, valueTypes } from '../../src/wire/value-types.js';

const hasParts = (name: string) => valueType(name)?.form === 'parts';
const isAny = () => true;

/** The files of the checklist, which types they list, and how. */
const files: [path: string, lists: (name: string) => boolean, pattern: (name: string) => string][] = [
  ['src/client/values.ts', hasParts, (name) => `interface ${name} `],
  ['features/fixtures/model.yaml', isAny, (name) => `type: ${name}\\b`],
  ['features/steps/any-wire.ts', isAny, (name) => `^  ${name}: `],
  ['features/steps/any-numbers.ts', isNumberType, (name) => `\\b${name}\\b`],
  [
    'src/sim-host/cli/exposed/typescript.long.test.ts',
    isAny,
    (name) => `all.get\\('${name.toLowerCase()}\\b`,
  ],
  ['test/support/every-type.ts', isAny, (name) => `type: '${name}'`],
  ['test/panel/every.yaml', isAny, (name) => `type: ${name}\\b`],
  ['docs/scene-files.md', isAny, (name) => `\\b${name}\\b`],
];

test('every value type is in each file of the checklist', () => {
  const missing = files.flatMap(([path, lists, pattern]) => {
    const text = readFileSync(path, 'utf8');
    const names = Object.keys(valueTypes).filter(lists);
    return names
      .filter((name) => !new RegExp(pattern(name), 'm').test(text))
      .map((name) => `${name} in ${path}`);
  });
  assert.deepEqual(missing, []);
});
