import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entryLines, printable, printableJson, printableLines } from './printable.js';

test('printable text does not control a terminal', () => {
  assert.equal(printable('a\u001b[2Jb\u009b1m\r\nc\u202ed'), 'a\\e[2Jb\\u009b1m\\r\\nc\\u202ed');
});

test('printable text has no invisible characters', () => {
  const hidden =
    '\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u2060\u2064\u206f\ufeff\ufff9\u{e0041}';
  assert.match(printable(hidden), /^(?:\\u[\da-f]{4})+$/);
  assert.equal(JSON.parse(printableJson(hidden)), hidden);
  assert.equal(printable('光 ü 🎬'), '光 ü 🎬');
});

test('printable JSON is one line and keeps its value', () => {
  const value = { message: 'a\n\u0085\u2028\u2029\u001b[1m\u009b\\' };
  const text = printableJson(value);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that must be absent
  assert.doesNotMatch(text, /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
  assert.deepEqual(JSON.parse(text), value);
});

test('a log entry is one line, followed by the lines of its stack', () => {
  assert.deepEqual(entryLines('Error: a\nb\n    at f (x.js:1)\n    at g'), [
    'Error: a\\nb',
    '    at f (x.js:1)',
    '    at g',
  ]);
  assert.deepEqual(entryLines('a\n   at x\n12.0 s  Error  forged'), ['a\\n   at x\\n12.0 s  Error  forged']);
  assert.deepEqual(entryLines(''), ['']);
});

test('control characters are shown as escapes', () => {
  assert.equal(
    printable('a\u001b[31mred\u009b2J\nb\rc\td\u0007\u007f'),
    'a\\e[31mred\\u009b2J\\nb\\rc\\td\\u0007\\u007f',
  );
  assert.equal(printable('turned \u202eback\u2066'), 'turned \\u202eback\\u2066');
  assert.equal(printable('日本語 é 👩‍👧 "quoted" \\'), '日本語 é 👩‍👧 "quoted" \\');
  assert.deepEqual(printableLines('one\ntwo\u001b\r\nthree'), ['one', 'two\\e', 'three']);
});
