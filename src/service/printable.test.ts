import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printable, printableLines } from './printable.js';

test('what would act on a terminal is shown instead', () => {
  assert.equal(
    printable('a\u001b[31mred\u009b2J\nb\rc\td\u0007\u007f'),
    'a\\e[31mred\\u009b2J\\nb\\rc\\td\\u0007\\u007f',
  );
  assert.equal(printable('turned \u202eback\u2066'), 'turned \\u202eback\\u2066');
  assert.equal(printable('日本語 é 👩‍👧 "quoted" \\'), '日本語 é 👩‍👧 "quoted" \\');
  assert.deepEqual(printableLines('one\ntwo\u001b\r\nthree'), ['one', 'two\\e', 'three']);
});
