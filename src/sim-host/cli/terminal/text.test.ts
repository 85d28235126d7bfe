import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cut, printable, printableLines, wrap } from './text.js';

test('what would act on a terminal is shown instead', () => {
  assert.equal(
    printable('a\u001b[31mred\u009b2J\nb\rc\td\u0007\u007f'),
    'a\\e[31mred\\u009b2J\\nb\\rc\\td\\u0007\\u007f',
  );
  assert.equal(printable('turned \u202eback\u2066'), 'turned \\u202eback\\u2066');
  assert.equal(printable('日本語 é 👩‍👧 "quoted" \\'), '日本語 é 👩‍👧 "quoted" \\');
  assert.deepEqual(printableLines('one\ntwo\u001b\r\nthree'), ['one', 'two\\e', 'three']);
});

test('rows are cut by columns: wide characters take two, colours none', () => {
  assert.equal(cut('abcdef', 4), 'abcd');
  assert.equal(cut('世界世界', 5), '世界');
  assert.equal(cut('\u001b[1mabcdef\u001b[22m', 3), '\u001b[1mabc\u001b[0m');
  assert.equal(cut('abc', 3), 'abc');
});

test('rows are wrapped between words, and within what is too long', () => {
  assert.deepEqual(wrap('[1] Save  [2] Cancel: ', 12), ['[1] Save ', '[2] Cancel: ']);
  assert.deepEqual(wrap('abcdefgh', 3), ['abc', 'def', 'gh']);
  assert.deepEqual(wrap('保存しますか', 5), ['保存', 'しま', 'すか']);
  assert.deepEqual(wrap('世界', 1), ['世', '界'], 'what is wider than a row is no endless loop');
});
