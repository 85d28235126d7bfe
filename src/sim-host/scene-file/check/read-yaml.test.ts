import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { formatDiagnostic } from '../diagnostics.js';
import { checkSceneFile, checkSceneText } from './check.js';

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
  'a tab': ['application:\n\tname: Show\n', '2:1: invalid YAML: Tabs are not allowed as indentation'],
  'a second document': [
    `${name}---\n${name}`,
    '2:1: a second document begins here, expected one document in a scene file',
  ],
  'a duplicate key': [
    `${name}classes:\n  A: { kind: struct }\n  A: { kind: class }\n`,
    '4:3: duplicate key "A"',
  ],
  'an alias of nothing': [
    `${name}enums: { A: *values }\n`,
    '1:1: invalid YAML: Unresolved alias (the anchor must be set before the alias): values',
  ],
  'an alias inside of itself': [
    `${name}enums: &all { A: { values: [a, *all] } }\n`,
    '2:18: it is nested too deeply, expected at most 64 levels',
  ],
  'aliases of aliases': [
    `${name}a: &a [x, x, x, x]\n${[...'bcdefg'].map((each, i) => `${each}: &${each} [${Array(4).fill(`*${'abcdef'[i]}`)}]\n`).join('')}`,
    '1:1: invalid YAML: Excessive alias count indicates a resource exhaustion attack',
  ],
  'too many levels': [
    `${name}enums: ${'{ a: '.repeat(250)}1${'}'.repeat(250)}\n`,
    '2:328: it is nested too deeply, expected at most 64 levels',
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

test('files must be readable, and UTF-8 with or without a byte order mark', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scene-file-'));
  const file = join(folder, 'scene.yaml');
  const messagesOf = async (path: string) =>
    (await checkSceneFile(path)).diagnostics.map(({ message }) => message);
  try {
    for (const mark of ['', '\ufeff']) {
      await writeFile(file, `${mark}application: { name: Grün 🙂 }`);
      assert.deepEqual(await messagesOf(file), []);
    }
    for (const wrong of ['6180', 'fffe6100', 'c0af', 'eda080', '61c3']) {
      await writeFile(file, Buffer.from(wrong, 'hex'));
      assert.deepEqual(await messagesOf(file), ['the scene file cannot be read: it is not UTF-8'], wrong);
    }
    assert.deepEqual(await messagesOf(folder), ['the scene file cannot be read: it is a folder']);
  } finally {
    await rm(folder, { recursive: true });
  }
});
