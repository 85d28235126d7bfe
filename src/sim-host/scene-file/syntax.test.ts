import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSceneText } from './check.js';
import { formatDiagnostic } from './diagnostics.js';

/** What the check says of a text, without the name of the file. */
async function mistakesOf(text: string): Promise<string[]> {
  const { diagnostics } = await checkSceneText(text, 'show.yaml');
  return diagnostics.map((each) => formatDiagnostic(each).replace('show.yaml:', ''));
}

const name = 'application: { name: Show }\n';

/** A slip of YAML, and the one message that it gives. */
const slips: Readonly<Record<string, readonly [text: string, message: string]>> = {
  'a key that stands twice, once in quotes': [
    `${name}translations: { en: { 1: a, "1": b } }\n`,
    '2:29: translations.en.1: the key "1" stands twice in this mapping, here and in line 2',
  ],
  'a header of another YAML': [
    `%YAML 1.1\n---\n${name}classes: { Lamp: { kind: component, fields: { on: { type: Boolean } } } }\n`,
    '1:1: %YAML 1.1 is not possible here, expected %YAML 1.2, or no such line',
  ],
  'a conflict of a merge': [
    `${name}enums:\n<<<<<<< HEAD\n  A: { values: [a] }\n=======\n  A: { values: [b] }\n>>>>>>> theirs\n`,
    '3:1: a conflict of a merge begins here, expected one of its two sides, without the lines of <<<<<<<, ======= and >>>>>>>',
  ],
  'a conflict at the beginning of the file': [
    `<<<<<<< HEAD\n${name}=======\n${name}>>>>>>> theirs\n`,
    '1:1: a conflict of a merge begins here, expected one of its two sides, without the lines of <<<<<<<, ======= and >>>>>>>',
  ],
  'a conflict in a list, in the diff3 style, with line ends of Windows': [
    `${name}enums:\n  A:\n    values:\n<<<<<<< HEAD\n      - a\n||||||| base\n=======\n      - b\n>>>>>>> theirs\n`.replaceAll(
      '\n',
      '\r\n',
    ),
    '5:1: a conflict of a merge begins here, expected one of its two sides, without the lines of <<<<<<<, ======= and >>>>>>>',
  ],
  'a list as a key': [`${name}? [a, b]\n: c\n`, '2:3: this key is no text, expected a name'],
  'an empty key': [
    `${name}enums: { ~: { values: [a] } }\n`,
    '2:10: enums: this key is no text, expected a name',
  ],
  'an alias of nothing': [
    `${name}enums: { A: *values }\n`,
    '2:13: enums.A: there is no &values above that *values stands for, expected the value itself',
  ],
  'an alias inside of itself': [
    `${name}enums: &all { A: { values: [a, *all] } }\n`,
    '2:32: enums.A.values[1]: *all stands inside of &all, which would never end, expected the value itself',
  ],
  'aliases of aliases': [
    `${name}a: &a [x, x, x, x]\n${[...'bcdefg'].map((each, i) => `${each}: &${each} [${Array(4).fill(`*${'abcdef'[i]}`)}]\n`).join('')}`,
    '3:8: the aliases stand for too much, expected at most 1000 values; objects that are alike take a repeat',
  ],
  'too many levels': [
    `${name}enums: ${'{ a: '.repeat(250)}1${'}'.repeat(250)}\n`,
    '2:1000: it is nested too deeply, expected at most 200 levels',
  ],
  'more levels than the parser has a stack for': [
    `${': '.repeat(100_000)}\n${name}`,
    '1:1: it is nested too deeply',
  ],
  'an unquoted array type in a flow mapping': [
    `${name}classes: { Cue: { kind: struct, fields: { next: { type: Cue[], value: [] } } } }\n`,
    '2:57: Cue[] needs quotes within { } and [ ], expected "Cue[]"',
  ],
  'an unquoted array type at the end of a flow mapping': [
    `${name}classes: { Cue: { kind: struct, fields: { next: { type: Cue[]} } } }\n`,
    '2:57: Cue[] needs quotes within { } and [ ], expected "Cue[]"',
  ],
  'an unquoted array type in a list': [
    `${name}translations: { a: [Cue[], b] }\n`,
    '2:21: Cue[] needs quotes within { } and [ ], expected "Cue[]"',
  ],
  'an unquoted path with brackets': [
    `${name}timeline: [{ at: 1, do: [{ toggle: { object: a, path: list[Key]/on } }] }]\n`,
    '2:55: list[Key]/on needs quotes within { } and [ ], expected "list[Key]/on"',
  ],
  'an unquoted number of a repeat in a flow mapping': [
    `${name}scenes: { A: { objects: [{ name: L, wrapper: { key: lamp-{i} } }] } }\n`,
    '2:53: lamp-{i} needs quotes: { begins a mapping, expected "lamp-{i}"',
  ],
  'a text that begins with the number of a repeat': [
    `${name}scenes:\n  A:\n    objects:\n      - name: {i}-lamp\n`,
    '5:15: {i}-lamp needs quotes: { begins a mapping, expected "{i}-lamp"',
  ],
  'a tab': [
    `application:\n\tname: Show\n`,
    '2:1: a tab is used for indentation; YAML takes spaces only, expected spaces',
  ],
  'a tab in a flow mapping': [
    'application: {\n\tname: Show }\n',
    '2:2: a tab is used for indentation; YAML takes spaces only, expected spaces',
  ],
  'too little indentation': [
    'application:\n    name: Show\n  version: 1.0.0\n',
    '3:1: the indentation is that of no mapping above, expected the same number of spaces as the keys beside it',
  ],
  'too much indentation': [
    'application:\n  name: Show\n   version: 1.0.0\n',
    '2:9: the value goes on in the next line, where a key stands, expected a colon and a space behind each key, ' +
      'and keys of one mapping under each other',
  ],
  'a colon without a space': [
    'application:\n  name:Show\n  version: 1.0.0\n',
    '2:3: the value goes on in the next line, where a key stands, expected a colon and a space behind each key, ' +
      'and keys of one mapping under each other',
  ],
  'a colon in a text': [
    'application:\n  name: Show: the second\n',
    '2:9: a text with a colon and a space in it needs quotes, expected "Show: the second"',
  ],
  'a colon in a text of a flow mapping': [
    'application: { name: Show: the second }\n',
    '1:22: a text with a colon and a space in it needs quotes, expected "Show: the second"',
  ],
  'a # in a flow mapping': [
    'application: { name: #1 show, version: 1.0.0 }\n',
    '2:1: #1 needs quotes: # begins a comment, expected "#1"',
  ],
  'a bracket that is not closed': [
    'application: { name: Show\nloop: { rate: 60 }\n',
    '2:1: a { or [ that was opened above is not closed, expected a closing } or ]',
  ],
  'a quote that is not closed': [
    'application: { name: "Show }\n',
    '1:22: a quote is opened and never closed, expected a closing quote',
  ],
  'a text that begins with @': [
    `${name}ui: { title: @show }\n`,
    '2:14: a text that begins with @ needs quotes, expected "@show"',
  ],
  'a backslash in double quotes': [
    'application: { name: "C:\\show" }\n',
    '1:25: a backslash in double quotes begins an escape, expected two backslashes, or single quotes',
  ],
  'a second document': [
    `${name}---\n${name}`,
    '2:1: a second document begins here; a scene file is one document',
  ],
};

for (const [what, [text, message]] of Object.entries(slips)) {
  test(`${what} is told once, with what to do`, async () => {
    assert.deepEqual(await mistakesOf(text), [message]);
  });
}

test('a key that stands twice names both places, and all else is still checked', async () => {
  const text = `${name}loop: { rate: 60, seed: 1, rate: 30 }\nui: { titel: Show }\n`;
  assert.deepEqual(await mistakesOf(text), [
    '2:28: loop.rate: the key "rate" stands twice in this mapping, here and in line 2',
    '3:7: ui.titel: unknown key "titel", expected one of title, menuItems; did you mean "title"?',
  ]);
  const lines = `classes:\n  A: { kind: struct }\n  B: { kind: struct }\n  A: { kind: class }\n`;
  assert.deepEqual(await mistakesOf(name + lines), [
    '5:3: classes.A: the key "A" stands twice in this mapping, here and in line 3',
  ]);
});

test('an empty value with a comment behind it that was meant as text', async () => {
  const text = `${name}classes:\n  Lamp:\n    kind: struct\n    icon: #ff0000\n`;
  assert.deepEqual(await mistakesOf(text), [
    '5:5: classes.Lamp.icon: the value is empty: # begins a comment, expected quotes around the text',
  ]);
  const value = `${name}classes:\n  Lamp:\n    kind: struct\n    fields:\n      tint:\n        type: String\n        value: #ff0000\n`;
  assert.deepEqual(await mistakesOf(value), [
    '8:9: classes.Lamp.fields.tint.value: the value is empty: # begins a comment, expected quotes around the text',
  ]);
});

test('a colon and a dash without the space behind them are told of as an unknown key and as a text', async () => {
  assert.deepEqual(await mistakesOf('application: { name:Show }\n'), [
    '1:1: application: the key "name" is missing, expected a mapping with name',
    '1:16: application.name:Show: unknown key "name:Show", expected one of name, version, mode, languages, language, ' +
      'firstId, autoSaveOnQuit, onQuitRequesting',
  ]);
  assert.deepEqual(await mistakesOf(`application:\n  name: Show\n  languages:\n    -en\n`), [
    '4:5: application.languages: "-en" is a text, expected a list',
  ]);
});
