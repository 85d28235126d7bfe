import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { documentTexts, objectTexts, valueTexts } from '../../../../test/support/json-texts.js';
import { checkAlways } from '../../../../test/support/random.js';
import { parseJson } from '../../../wire/json.js';
import type { Json, JsonObject } from '../../common/json.js';
import { DocumentText } from './document-text.js';

const read = (text: string): DocumentText => DocumentText.read('test', Buffer.from(text), ['test']);
const parsed = (text: string): JsonObject => parseJson(text.replace(/^\ufeff/, '')) as JsonObject;
/** A negative zero is written as zero, as JSON.stringify does. */
const written = (text: string) => parseJson(text.replaceAll('-0', '0'));
const objects = objectTexts.map((text) => written(text) as JsonObject);
const values = valueTexts.map(written);

test('a document that is read and not changed is written unchanged', () => {
  checkAlways(
    fc.property(documentTexts, (text) => {
      const document = read(text);
      assert.equal(document.text, text);
      assert.equal(document.with({}), document);
      const json = parsed(text);
      assert.deepEqual(
        document.entries.map((entry) => entry.json()),
        json.objects ?? [],
      );
      for (const [name, value] of Object.entries(json)) {
        if (name !== 'objects') assert.deepEqual(document.member(name), value);
      }
    }),
  );
});

test('repeated changes of a document change its text and its values alike', () => {
  const round = fc.record({
    base: fc.option(values, { nil: undefined }),
    hasBase: fc.boolean(),
    removed: fc.array(fc.nat(), { maxLength: 2 }),
    replaced: fc.array(fc.tuple(fc.nat(), values), { maxLength: 2 }),
    added: fc.array(objects, { maxLength: 2 }),
  });
  checkAlways(
    fc.property(documentTexts, fc.array(round, { maxLength: 4 }), (text, rounds) => {
      let document = read(text);
      const expected = parsed(text);
      for (const { base, hasBase, removed, replaced, added } of rounds) {
        const { entries } = document;
        const list = entries.map((entry) => entry.json() as Json);
        const pick = (n: number) => entries[n % entries.length]!;
        const gone = new Set(entries.length > 0 ? removed.map(pick) : []);
        const next = new Map(
          entries.length === 0
            ? []
            : replaced.map(
                ([n, value]) => [pick(n), pick(n).with([{ kind: 'set', path: ['new'], value }])] as const,
              ),
        );
        document = document.with({
          members: hasBase ? { baseSceneName: base } : {},
          removed: gone,
          replaced: next,
          added,
        });
        if (hasBase && base !== undefined) expected.baseSceneName = base;
        else if (hasBase) delete expected.baseSceneName;
        const after = list.flatMap((json, i) => {
          if (gone.has(entries[i]!)) return [];
          return [next.get(entries[i]!)?.json() ?? json];
        });
        if (expected.objects !== undefined || added.length > 0) expected.objects = [...after, ...added];
        assert.deepEqual(parsed(document.text), expected);
        assert.deepEqual(
          document.entries.map((entry) => entry.json()),
          expected.objects ?? [],
        );
        // Writing it without changes gives the same text.
        assert.equal(read(document.text).text, document.text);
      }
    }),
    { numRuns: 500 },
  );
});

const show = `{
  "format": "test",
  "formatVersion": 1,
  "other": [1.0,2],
  "objects": [
    {
      "@source": "a",
      "fov": 30.0
    },
    { "@source": "b", "fov": 40 }
  ],
  "end": true
}
`;

test('an edit changes only its own text in the file', () => {
  const document = read(show);
  const [a, b] = document.entries;
  const edited = document.with({
    replaced: new Map([[a!, a!.with([{ kind: 'set', path: ['fov'], value: 31.5 }])]]),
  });
  assert.equal(edited.text, show.replace('30.0', '31.5'));
  const without = document.with({ removed: new Set([b!]) });
  assert.equal(without.text, show.replace(',\n    { "@source": "b", "fov": 40 }', ''));
  const first = document.with({ removed: new Set([a!]) });
  assert.equal(first.text, show.replace(/\{\n {6}"@source": "a",[^}]*\},\n {4}/, ''));
  const base = document.with({ members: { baseSceneName: 'Stage' } });
  assert.equal(
    base.text,
    show.replace('"formatVersion": 1', '"formatVersion": 1,\n  "baseSceneName": "Stage"'),
  );
  assert.equal(base.with({ members: { baseSceneName: undefined } }).text, show);
  const none = document.with({ removed: new Set([a!, b!]) });
  assert.equal(none.text, show.replace(/"objects": \[.*\](?=,\n {2}"end)/s, '"objects": []'));
});

test('a new entry has the layout of the previous entry and can be removed without a trace', () => {
  const document = read(show);
  const longer = document.with({ added: [{ '@source': 'c', fov: 1 }] });
  assert.equal(longer.text, show.replace('"fov": 40 }', '"fov": 40 },\n    {"@source": "c", "fov": 1}'));
  assert.equal(longer.with({ removed: new Set(longer.entries.slice(2)) }).text, show);
  const edited = longer.with({
    replaced: new Map([
      [longer.entries[2]!, longer.entries[2]!.with([{ kind: 'set', path: ['fov'], value: 2 }])],
    ]),
  });
  assert.equal(edited.text, longer.text.replace('"c", "fov": 1', '"c", "fov": 2'));
});

test('a new document has the usual layout of files', () => {
  const header = { format: 'test', formatVersion: 1, metadata: { appName: 'x' } };
  const document = DocumentText.create(header);
  const withEntry = document.with({
    members: { baseSceneName: 'A' },
    added: [{ '@source': 'a', p: { x: 1 } }, {}],
  });
  const { format, formatVersion, metadata } = header;
  const whole = { format, formatVersion, baseSceneName: 'A', metadata };
  const text = (objects: Json[]) => `${JSON.stringify({ ...whole, objects }, undefined, 2)}\n`;
  assert.equal(withEntry.text, text([{ '@source': 'a', p: { x: 1 } }, {}]));
  assert.equal(document.with({ members: { baseSceneName: 'A' } }).text, text([]));
  const again = read(withEntry.text);
  assert.equal(again.with({ removed: new Set(again.entries) }).text, text([]));
});

test('objects are added to a missing or empty list', () => {
  const cases = [
    ['{"format":"test"}', '{"format":"test","objects":[{"a":1}]}'],
    ['{"format":"test", "objects": [ ] }', '{"format":"test", "objects": [{"a":1}] }'],
    [
      '{\r\n\t"format": "test"\r\n}',
      '{\r\n\t"format": "test",\r\n\t"objects": [\r\n\t\t{\r\n\t\t\t"a": 1\r\n\t\t}\r\n\t]\r\n}',
    ],
    [
      '{\n "objects": [],\n "format": "test"\n}\n',
      '{\n "objects": [\n  {\n   "a": 1\n  }\n ],\n "format": "test"\n}\n',
    ],
  ];
  for (const [before, after] of cases) assert.equal(read(before!).with({ added: [{ a: 1 }] }).text, after);
});
