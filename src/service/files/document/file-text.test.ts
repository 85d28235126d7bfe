import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { documentTexts, valueTexts } from '../../../../test/support/json-texts.js';
import { checkAlways } from '../../../../test/support/random.js';
import { maxFileBytes, maxFileDepth } from '../../limits.js';
import { FileRefused } from '../format.js';
import { checkBounds, readFileText } from './file-text.js';

const read = (text: string | Buffer) => readFileText('show.live.json', Buffer.from(text), ['test']);

function refusal(text: string | Buffer): string {
  try {
    read(text);
  } catch (error) {
    assert.ok(error instanceof FileRefused, String(error));
    return error.message;
  }
  return 'taken';
}

test('the reader accepts exactly what JSON.parse accepts', () => {
  const broken = fc
    .tuple(
      documentTexts,
      fc.nat(),
      fc.constantFrom('', ',', '"', '}', ']', '{', '[', '0', '-', '.', 'e', '\\', ':', 't', '\t'),
    )
    .map(([text, at, inserted]) => {
      const index = at % text.length;
      return text.slice(0, index) + inserted + text.slice(index + (inserted === '' ? 1 : at % 2));
    });
  let runs = 0;
  let refused = 0;
  checkAlways(
    fc.property(fc.oneof(documentTexts, broken, valueTexts), (text) => {
      runs++;
      let isJson = true;
      try {
        const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
        isJson = typeof value === 'object' && value !== null && !Array.isArray(value);
      } catch {
        isJson = false;
      }
      const message = refusal(text);
      const isBroken = /:\d+: it is broken: (?!"objects")/.test(message);
      if (isBroken) refused++;
      if (text.includes('\ufffd')) return;
      assert.equal(isBroken, !isJson, message);
    }),
    { numRuns: 3000 },
  );
  assert.ok(refused > runs / 10, `${refused} of ${runs} were refused`);
});

test('members and entries are read with their locations', () => {
  const text =
    '{ "a" : 1, "objects": [ {"x": [1]} , {} ],"objects":[ {"y":"]"} , {},{"c":{}}\n] ,"b":"\\"","format":"test"} ';
  const file = read(text);
  assert.deepEqual(['a', 'b', 'c', 'format'].map(file.member), [1, '"', undefined, 'test']);
  assert.deepEqual(file.entries, [
    { lead: ' ', text: '{"y":"]"}', trail: ' ' },
    { lead: ' ', text: '{}', trail: '' },
    { lead: '', text: '{"c":{}}', trail: '\n' },
  ]);
  assert.equal(text.slice(file.inside!.from, file.inside!.to), ' {"y":"]"} , {},{"c":{}}\n');
  assert.equal(text.slice(file.start, file.end), text.trim());
});

test('broken JSON is refused with its line and the reason', () => {
  const cases: [string | Buffer, RegExp][] = [
    ['', /:1: .*expected a value, but the text ends/],
    ['[]', /:1: .*not a JSON object/],
    [
      '{\n"a": 1,\n}',
      /:3: .*expected the name of a member in quotes, got "}"; take out the comma before it$/,
    ],
    ['{"a": [1, ]}', /expected a value, got "\]"; take out the comma before it$/],
    ['{\n<<<<<<< HEAD\n"a": 1\n}', /:2: .*got "<"; it is a conflict of a merge: keep one side/],
    ['{\n"a": 1\n=======\n"a": 2\n}', /:3: .*got "="; it is a conflict of a merge/],
    ['{"a": 1 // one\n}', /got "\/"; JSON has no comments$/],
    ["{'a': 1}", /got "'"; use double quotes for strings$/],
    ['{\n"a" 1}', /:2: .*expected ":"/],
    ['{"a": 01}', /expected "," between two members or elements, got "1"/],
    ['{"a": [1 2]}', /expected "," between two members or elements, got "2"/],
    ['{"a": [1}', /expected "," between two members or elements, got "}"/],
    ['{"a": 1.}', /a number ends without a digit$/],
    ['{"a": nul}', /expected JSON, got "n"$/],
    ['{"a": "\\x"}', /a string has an escape that JSON lacks$/],
    ['{"a": "\\u12g4"}', /a string has a \\u without four hexadecimal digits$/],
    ['{"a": "x\ny"}', /:1: .*a string has no closing quote on its line$/],
    ['{"a": "x\ty"}', /:1: .*a string has a control character; write an escape such as/],
    ['{"a": "x', /a string has no closing quote on its line$/],
    ['{"a": "x\\', /a string has no closing quote on its line$/],
    ['{"a": [{', /expected "," or "}" after a member, but the text ends/],
    ['{"a": 1}\nx', /:2: .*expected JSON, got "x"$/],
    ['{"format": "test",\n"objects": {}}', /:2: .*not a list of objects/],
    ['{"format": "test",\n"objects": [{},\n1]}', /:3: .*not a list of objects/],
    ['{"format": "test",\n"objects": null}', /:2: .*not a list of objects/],
    [Buffer.from('{"format": "test",\n"a": "\xff"}', 'latin1'), /:2: .*not valid UTF-8/],
    ['{\n"a": 1}', /:1: it has no "format"/],
    ['{\n"format": "other"}', /:2: it is of another format, expected test/],
    ['{"format": "test",\n"formatVersion": 2}', /:2: .*newer than 1/],
    ['{"format": "test",\n"formatVersion": 12345678901234567890}', /:2: .*newer than 1/],
    ['{"format": "test",\n"formatVersion": "1"}', /:2: .*not a version number/],
  ];
  for (const [text, expected] of cases) assert.match(refusal(text), expected, String(text));
  assert.equal(refusal('{"format":"test","objects":{},"objects":[]}'), 'taken');
});

test('invalid UTF-8 is refused with its line', () => {
  const text = '{"format":"test",\n"a":"😀"}';
  assert.equal(refusal(text), 'taken');
  const bytes = Buffer.from(text);
  bytes[bytes.length - 3] = 0x20;
  assert.match(refusal(bytes), /:2: .*not valid UTF-8/);
});

test('LSC-15: a file that nests too deeply is refused with its line, even if it is not JSON', () => {
  const nested = (levels: number) => `${'[\n'.repeat(levels)}${']'.repeat(levels)}`;
  const file = (levels: number) => `{"format":"test","a":${nested(levels - 1)}}`;
  assert.equal(refusal(file(maxFileDepth)), 'taken');
  const reason = 'it nests arrays and objects more than 64 levels deep';
  assert.equal(refusal(file(maxFileDepth + 1)), `show.live.json:64: ${reason}`);
  assert.equal(refusal('{"a":'.repeat(200_000)), `show.live.json:1: ${reason}`);
});

test('LSC-15: a file of more than 16 MiB is refused with the line of the limit', () => {
  const [head, tail] = ['{"format":"test",\n"a":"', '"}'];
  const file = (bytes: number) => head + 'x'.repeat(bytes - head.length - tail.length) + tail;
  assert.equal(refusal(file(maxFileBytes)), 'taken');
  assert.equal(refusal(file(maxFileBytes + 1)), 'show.live.json:2: it has more than 16 MiB');
});

test('LSC-15: a file that could not be read again is not written', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  checkBounds(nested(maxFileDepth));
  assert.throws(() => checkBounds(nested(maxFileDepth + 1)), { code: 'TOO_DEEP' });
  checkBounds(`"${'ä'.repeat(maxFileBytes / 2 - 1)}"`);
  assert.throws(() => checkBounds(`"${'ä'.repeat(maxFileBytes / 2)}"`), { code: 'EFBIG' });
});
