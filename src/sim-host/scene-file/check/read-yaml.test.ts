import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDiagnostic } from '../diagnostics.js';
import { checkSceneText } from './check.js';

/** Returns the errors of a text, without the name of the file. */
async function errorsOf(text: string): Promise<string[]> {
  const { diagnostics } = await checkSceneText(text, 'show.yaml');
  return diagnostics.map((each) => formatDiagnostic(each).replace('show.yaml:', ''));
}

const name = 'application: { name: Show }\n';

/** YAML errors and their only message. */
const slips: Readonly<Record<string, readonly [text: string, message: string]>> = {
  'a bracket that is not closed': [
    'application: { name: Show\nloop: { rate: 60 }\n',
    '2:1: invalid YAML: Flow map in block collection must be sufficiently indented and end with a }',
  ],
  'a colon in a text': [
    'application:\n  name: Show: the second\n',
    '2:9: invalid YAML: Nested mappings are not allowed in compact mappings',
  ],
  'an unknown tag': ['application: { name: !upper Show }\n', '1:22: invalid YAML: Unresolved tag: !upper'],
  'a tab': ['application:\n\tname: Show\n', '2:1: a tab is used for indentation, expected spaces'],
  'a tab in a flow mapping': [
    'application: {\n\tname: Show }\n',
    '2:2: a tab is used for indentation, expected spaces',
  ],
  'a second document': [
    `${name}---\n${name}`,
    '2:1: a second document begins here, expected one document in a scene file',
  ],
  'a header of another YAML': [
    `%YAML 1.1\n---\n${name}classes: { Lamp: { kind: component, fields: { on: { type: Boolean } } } }\n`,
    '1:1: %YAML 1.1 is not possible here, expected %YAML 1.2',
  ],
  'a key that stands twice, once in quotes': [
    `${name}translations: { en: { 1: a, "1": b } }\n`,
    '2:29: translations.en.1: duplicate key "1", also in line 2',
  ],
  'a list as a key': [`${name}? [a, b]\n: c\n`, '2:3: this key is not a string, expected a name'],
  'an empty key': [
    `${name}enums: { ~: { values: [a] } }\n`,
    '2:10: enums: this key is not a string, expected a name',
  ],
  'an alias of nothing': [
    `${name}enums: { A: *values }\n`,
    '2:13: enums.A: unknown anchor &values, expected the value itself',
  ],
  'an alias inside of itself': [
    `${name}enums: &all { A: { values: [a, *all] } }\n`,
    '2:32: enums.A.values[1]: it is nested too deeply, expected at most 64 levels',
  ],
  'aliases of aliases': [
    `${name}a: &a [x, x, x, x]\n${[...'bcdefg'].map((each, i) => `${each}: &${each} [${Array(4).fill(`*${'abcdef'[i]}`)}]\n`).join('')}`,
    '1:1: the aliases expand to too much, expected at most 1000 values; objects that are alike take a repeat',
  ],
  'too many levels': [
    `${name}enums: ${'{ a: '.repeat(250)}1${'}'.repeat(250)}\n`,
    '2:328: it is nested too deeply, expected at most 64 levels',
  ],
  'too many levels by aliases': [
    `${name}a0: &a0 { x: 1 }\n${Array.from({ length: 70 }, (_, i) => `a${i + 1}: &a${i + 1} { x: *a${i} }\n`).join('')}`,
    '65:16: a63.x: it is nested too deeply, expected at most 64 levels',
  ],
  'more levels than the parser has a stack for': [
    `${': '.repeat(100_000)}\n${name}`,
    '1:1: it is nested too deeply, expected at most 64 levels',
  ],
};

for (const [what, [text, message]] of Object.entries(slips)) {
  test(`${what} gives one message with its line and column`, async () => {
    assert.deepEqual(await errorsOf(text), [message]);
  });
}

test('a duplicate key is reported with both lines', async () => {
  const lines = `classes:\n  A: { kind: struct }\n  B: { kind: struct }\n  A: { kind: class }\n`;
  assert.deepEqual(await errorsOf(name + lines), ['5:3: classes.A: duplicate key "A", also in line 3']);
});

test('an unquoted # after an empty value is reported as a comment', async () => {
  const text = `${name}classes:\n  Lamp:\n    kind: struct\n    icon: #ff0000\n`;
  assert.deepEqual(await errorsOf(text), [
    '5:5: classes.Lamp.icon: the value is empty: # begins a comment, expected quotes around the text',
  ]);
  const value = `${name}classes:\n  Lamp:\n    kind: struct\n    fields:\n      tint:\n        type: String\n        value: #ff0000\n`;
  assert.deepEqual(await errorsOf(value), [
    '8:9: classes.Lamp.fields.tint.value: the value is empty: # begins a comment, expected quotes around the text',
  ]);
});

test('a colon or dash without a space is reported as an unknown key or a string', async () => {
  assert.deepEqual(await errorsOf('application: { name:Show }\n'), [
    '1:1: application: the key "name" is missing, expected a mapping with name',
    '1:16: application.name:Show: unknown key "name:Show", expected one of name, version, mode, languages, language, ' +
      'firstId, autoSaveOnQuit, onQuitRequesting',
  ]);
  assert.deepEqual(await errorsOf(`application:\n  name: Show\n  languages:\n    -en\n`), [
    '4:5: application.languages: "-en" is a string, expected a list',
  ]);
});
