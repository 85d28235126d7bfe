import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toJson } from './json.js';

test('integers beyond 2^53 are serialized exactly, as are strings that look like them', () => {
  const value = { id: 9007199254740993n, text: '\u00001', list: [1n, undefined], none: undefined };
  assert.equal(toJson(value), '{"id":9007199254740993,"text":"\\u00001","list":[1,null]}');
  assert.equal(
    toJson([Number.NaN, Number.NEGATIVE_INFINITY, -0.5, 'ü"', null]),
    '["NaN","-Infinity",-0.5,"ü\\"",null]',
  );
});
