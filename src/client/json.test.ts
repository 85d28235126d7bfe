import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJson, toJson } from './json.js';

test('integers beyond 2^53 are written exactly, beside texts that look like them', () => {
  const value = { id: 9007199254740993n, text: '\u00001', list: [1n, undefined], none: undefined };
  assert.equal(toJson(value), '{"id":9007199254740993,"text":"\\u00001","list":[1,null]}');
  assert.equal(
    toJson([Number.NaN, Number.NEGATIVE_INFINITY, -0.5, 'ü"', null]),
    '["NaN","-Infinity",-0.5,"ü\\"",null]',
  );
});

test('and read exactly', () => {
  const text =
    '{"id":-9007199254740993,"n":0.30000000000000004,"e":1234567890123456789e3,"s":"9007199254740993","m":"\\u00009007199254740993","q":"\\"9007199254740993"}';
  assert.deepEqual(parseJson(text), {
    id: -9007199254740993n,
    n: 0.30000000000000004,
    e: Number('1234567890123456789e3'),
    s: '9007199254740993',
    m: '\u00009007199254740993',
    q: '"9007199254740993',
  });
  assert.throws(() => parseJson('[9007199254740993'), SyntaxError);
});
