import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../json.js';
import { withExactIntegers } from './exact-integers.js';
import { formOf } from './json-form.js';

const largeNumbers = (text: string) => formOf(text).largeNumbers;
const exactly = (text: string) => withExactIntegers(text, JSON.parse(text) as Json, largeNumbers(text));

test('integers beyond 2^53 are exact, wherever they stand', () => {
  assert.equal(exactly('9007199254740993'), 9007199254740993n);
  assert.deepEqual(exactly(' [ -9007199254740993 , 1,{"a":[12345678901234567890]} ]'), [
    -9007199254740993n,
    1,
    { a: [12345678901234567890n] },
  ]);
  assert.equal(
    Object.getOwnPropertyDescriptor(exactly('{"__proto__":9007199254740993}'), '__proto__')?.value,
    9007199254740993n,
  );
});

test('what a double holds, fractions and exponents stay numbers', () => {
  const text =
    '[9007199254740991,0000,1.12345678901234567,1234567890123456789e3,1e-1234567890123456,12345678901234567.5]'.replace(
      '0000',
      '0',
    );
  assert.deepEqual(exactly(text), JSON.parse(text));
});

test('a number beyond 2^53 is told from its neighbours by where it stands', () => {
  const text =
    '[1e20,9007199254740993,1E400,-1e+30,9007199254740992,{"a":12345678901234567.5,"b":[[]],"c":-9007199254740995,"d":1e3},9007199254740994]';
  assert.deepEqual(exactly(text), [
    1e20,
    9007199254740993n,
    Number.POSITIVE_INFINITY,
    -1e30,
    9007199254740992n,
    { a: 12345678901234568, b: [[]], c: -9007199254740995n, d: 1000 },
    9007199254740994n,
  ]);
});

test('names that look like an index, which come first, take nothing from the others', () => {
  assert.deepEqual(
    exactly('{"b":9007199254740993,"a":{"1":1e20,"0":9007199254740995},"0":9007199254740997}'),
    {
      b: 9007199254740993n,
      a: { 1: 1e20, 0: 9007199254740995n },
      0: 9007199254740997n,
    },
  );
});

test('digits in strings are text, also behind escaped quotes and as names of members', () => {
  const text = String.raw`{"12345678901234567890":"12345678901234567890","a\"12345678901234567890":"\\","b":"\\\"12345678901234567890"}`;
  assert.deepEqual(exactly(text), JSON.parse(text));
  assert.deepEqual(largeNumbers(text), []);
});

test('the whole literal is found, with its sign, fraction and exponent', () => {
  const text = '["1111111111111111",-1111111111111111.5e+10,2222222222222222]';
  assert.deepEqual(
    largeNumbers(text).map(({ start, end }) => text.slice(start, end)),
    ['-1111111111111111.5e+10', '2222222222222222'],
  );
});

test('deep values need no recursion', () => {
  const depth = 100_000;
  const text = `${'['.repeat(depth)}9007199254740993${']'.repeat(depth)}`;
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return; // This parser has a limit of its own.
  }
  const digits = { start: depth, end: depth + 16 };
  let inner = withExactIntegers(text, value, [digits]);
  while (Array.isArray(inner)) inner = inner[0]!;
  assert.equal(inner, 9007199254740993n);
});
