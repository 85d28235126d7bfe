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

test('names are read as they are written, escapes and all', () => {
  const names = ['\\', 'x', '"', 'a\\', 'ab', '__proto__', '\u0001', 'ü'];
  const escaped = (name: string) =>
    `"${Array.from(name, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;
  // In places where the name `\` has been met, engines from V8 13.6 on take escapes for it.
  const text = `[{"\\\\":1},{${names.map((name, i) => `${escaped(name)}: [${i}, -9007199254740993]`).join(' , ')}}]`;
  const [, read] = parseJson(text) as readonly [unknown, Record<string, unknown>];
  assert.deepEqual(
    Object.entries(read),
    names.map((name, i) => [name, [i, -9007199254740993n]]),
  );
  assert.deepEqual(parseJson('{"a\\"b": {"\\u0063": "\\\\\\":", "": [], "d": {}, "e": null, "f": 1.5e3}}'), {
    'a"b': { c: '\\":', '': [], d: {}, e: null, f: 1500 },
  });
  assert.deepEqual(parseJson('"\\":"'), '":');
  for (const wrong of ['{"\\u0061":1', '{"\\u0061" 1}', '{"\\u0061":1,}', '{"\\u0061":01}'])
    assert.throws(() => parseJson(wrong), SyntaxError);
});

test('texts of megabytes with escapes are read', () => {
  const long = JSON.stringify({ text: '\n"\\'.repeat(2_000_000), n: 1 });
  assert.deepEqual(parseJson(long), JSON.parse(long));
  const named = `{"\\u0061": ${long}}`;
  assert.deepEqual(parseJson(named), { a: JSON.parse(long) });
  const numbered = `[9007199254740993, ${long}]`;
  assert.deepEqual(parseJson(numbered), [9007199254740993n, JSON.parse(long)]);
  const deep = `${'['.repeat(50_000)}9007199254740993${']'.repeat(50_000)}`;
  let inner = parseJson(deep);
  while (Array.isArray(inner)) inner = inner[0];
  assert.equal(inner, 9007199254740993n);
});
