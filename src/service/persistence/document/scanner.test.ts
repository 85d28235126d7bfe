import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { documentTexts, valueTexts } from '../../../../test/support/json-texts.js';
import { checkAlways } from '../../../../test/support/random.js';
import { FileRefused } from '../format.js';
import { DocumentText } from './document-text.js';
import { Scanner } from './scanner.js';

function scan(text: string, length = Number.POSITIVE_INFINITY): Scanner {
  const scanner = new Scanner('show.live.json', Buffer.from(text), 0, 'objects');
  while (!scanner.step(length));
  return scanner;
}

function refusal(text: string | Buffer): string {
  try {
    DocumentText.read('show.live.json', Buffer.from(text), ['test']);
  } catch (error) {
    assert.ok(error instanceof FileRefused, String(error));
    return error.message;
  }
  return 'taken';
}

test('what JSON.parse takes is taken, and nothing else', () => {
  const broken = fc
    .tuple(
      documentTexts,
      fc.nat(),
      fc.constantFrom('', ',', '"', '}', ']', '{', '[', '0', '-', '.', 'e', '\\', ':', 't', '\t'),
    )
    .map(([text, at, inserted]) => {
      const place = at % text.length;
      return text.slice(0, place) + inserted + text.slice(place + (inserted === '' ? 1 : at % 2));
    });
  let runs = 0;
  let refused = 0;
  checkAlways(
    fc.property(fc.oneof(documentTexts, broken, valueTexts), (text) => {
      runs++;
      let isJson = !text.startsWith('\ufeff') && !text.includes('\ufffd');
      try {
        const value: unknown = JSON.parse(text);
        isJson &&= typeof value === 'object' && value !== null && !Array.isArray(value);
      } catch {
        isJson = false;
      }
      let isTaken = true;
      try {
        scan(text);
      } catch (error) {
        assert.ok(error instanceof FileRefused, String(error));
        isTaken = false;
        refused++;
      }
      if (text.includes('\ufffd')) return;
      assert.equal(isTaken, isJson);
    }),
    { numRuns: 3000 },
  );
  assert.ok(refused > runs / 10, `${refused} of ${runs} were refused`);
});

test('steps of any length find the same', () => {
  checkAlways(
    fc.property(documentTexts, fc.integer({ min: 1, max: 9 }), (text, length) => {
      const plain = text.replace('\ufeff', '');
      const atOnce = scan(plain);
      const inSteps = scan(plain, length);
      assert.deepEqual(inSteps.members, atOnce.members);
      assert.deepEqual(inSteps.list, atOnce.list);
      assert.deepEqual([inSteps.start, inSteps.end], [atOnce.start, atOnce.end]);
    }),
  );
});

test('members and entries are where they stand', () => {
  const text = '{ "a" : 1, "objects": [ {"x": [1]} , {} ],"objects":[{"y":"]"}] ,"b":"\\"" }';
  const { members, list } = scan(text);
  const cut = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
  assert.deepEqual(
    members.map((member) => [member.name, cut(member)]),
    [
      ['a', '1'],
      ['objects', '[ {"x": [1]} , {} ]'],
      ['objects', '[{"y":"]"}]'],
      ['b', '"\\""'],
    ],
  );
  assert.deepEqual(list?.values.map(cut), ['{"y":"]"}']);
  const around = scan('{"objects":[ {"a":1,"b":[2,3]} , {}, {"c":{}}\n] }');
  assert.deepEqual(
    around.list?.values.map(({ from, start, end, to }) => [start - from, end - start, to - end]),
    [
      [1, 17, 1],
      [1, 2, 0],
      [1, 8, 1],
    ],
  );
});

test('what is broken is refused with its line and what is wrong', () => {
  const cases: [string | Buffer, RegExp][] = [
    ['', /:1: .*expected a JSON object, but the text ends/],
    ['[]', /:1: .*no JSON object/],
    [
      '{\n"a": 1,\n}',
      /:3: .*expected the name of a member in quotes, got "}"; take out the comma before it$/,
    ],
    ['{"a": [1, ]}', /expected a value, got "\]"; take out the comma before it$/],
    ['{\n<<<<<<< HEAD\n"a": 1\n}', /:2: .*got "<"; it is a conflict of a merge: keep one side/],
    ['{\n"a": 1\n=======\n"a": 2\n}', /:3: .*got "="; it is a conflict of a merge/],
    ['{"a": 1 // one\n}', /got "\/"; JSON has no comments$/],
    ["{'a': 1}", /got "'"; texts are in double quotes$/],
    ['{\n"a" 1}', /:2: .*expected ":"/],
    ['{"a": 01}', /expected "," or "}" after a member, got "1"/],
    ['{"a": [1 2]}', /expected "," or "]" after an element, got "2"/],
    ['{"a": [1}', /expected "," or "]" after an element, got "}"/],
    ['{"a": 1.}', /expected a digit, got "}"/],
    ['{"a": nul}', /expected a value, got "n"/],
    ['{"a": "\\x"}', /expected an escape of JSON, got "x"/],
    ['{"a": "\\u12g4"}', /expected a hexadecimal digit, got "g"/],
    ['{"a": "x\ny"}', /:1: .*expected an escape such as/],
    ['{"a": "x', /expected a string's closing quote, but the text ends/],
    ['{"a": "x\\', /but the text ends/],
    ['{"a": [{', /expected "}", but the text ends/],
    ['{"a": 1}\nx', /:2: .*expected nothing after the outer object, got "x"/],
    ['{"format": "test",\n"objects": {}}', /:2: .*no list of objects/],
    ['{"format": "test",\n"objects": [{},\n1]}', /:3: .*no list of objects/],
    ['{"format": "test",\n"objects": null}', /:2: .*no list of objects/],
    [Buffer.from('{"format": "test",\n"a": "\xff"}', 'latin1'), /:2: .*no UTF-8/],
    ['{\n"a": 1}', /:1: it has no "format"/],
    ['{\n"format": "other"}', /:2: it is of another format, expected test/],
    ['{"format": "test",\n"formatVersion": 2}', /:2: .*newer than 1/],
    ['{"format": "test",\n"formatVersion": 12345678901234567890}', /:2: .*newer than 1/],
    ['{"format": "test",\n"formatVersion": "1"}', /:2: .*no version/],
  ];
  for (const [text, expected] of cases) assert.match(refusal(text), expected, String(text));
  assert.equal(refusal('{"format":"test","objects":{},"objects":[]}'), 'taken');
});

test('invalid UTF-8 is found wherever it stands, and a character across steps is none', () => {
  const length = 1024 * 1024;
  for (let shift = 0; shift < 4; shift++) {
    const text = `{"format":"test","a":"${'x'.repeat(length - 24 + shift)}😀"}`;
    assert.equal(refusal(text), 'taken');
    const bytes = Buffer.from(text);
    bytes[bytes.length - 3] = 0x20;
    assert.match(refusal(bytes), /no UTF-8/);
  }
});

test('no nesting is too deep', () => {
  const depth = 200_000;
  const deep = `${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`;
  const document = DocumentText.read(
    '',
    Buffer.from(`{"format":"test","b":${deep},"objects":[{"a":${deep}}]}`),
    ['test'],
  );
  const [entry] = document.entries;
  assert.equal(JSON.stringify(Object.keys(entry!.json())), '["a"]');
  const edited = entry!.with([{ kind: 'set', path: ['b'], value: 12345678901234567890n }]);
  assert.equal(edited.text, `{"a":${deep},"b":12345678901234567890}`);
  assert.equal(edited.json().b, 12345678901234567890n);
  assert.match(refusal('[{"a":'.repeat(depth)), /no JSON object/);
  assert.match(refusal('{"a":'.repeat(depth)), /but the text ends/);
});
