import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { valueTexts } from '../../test/support/json-texts.js';
import { checkAlways } from '../../test/support/random.js';
import { hasEscapedName, parseJson, parseScalar, parseValidJson } from './json.js';

test('a text is parsed correctly, whatever was parsed before', () => {
  // V8 caches names of objects and mistakes others for them.
  for (const name of ['\\', 'a\\', '"', 'a\\"']) JSON.parse(`{"x":0,${JSON.stringify(name)}:1}`);
  const cases: [string, unknown][] = [
    ['{"x":0,"\\u0078":1}', { x: 1 }],
    ['{"x":0,"\\"":1}', { x: 0, '"': 1 }],
    ['{"x":0,"\\n":1}', { x: 0, '\n': 1 }],
    ['{"x":0,"a\\u0062":1}', { x: 0, ab: 1 }],
    [
      '{"x":0,"a\\"":[{"x":0,"\\t" : null}, true ,-1.5e3]}',
      { x: 0, 'a"': [{ x: 0, '\t': null }, true, -1500] },
    ],
    [
      '{"__proto_\\u005f":{"a":1}}',
      Object.defineProperty({}, '__proto__', { value: { a: 1 }, enumerable: true }),
    ],
  ];
  for (const [text, expected] of cases) {
    assert.ok(hasEscapedName(text), text);
    assert.deepEqual(parseValidJson(text, JSON.parse), expected, text);
  }
});

test('escapes in names are distinguished from escapes in values', () => {
  assert.ok(hasEscapedName('["\\"",{"a":"\\\\","b\\\\"\n\t:1}]'));
  for (const text of ['{"a":"\\n"}', '["\\":\\"",{"a":["x\\":"]}]', '{"a":"\\\\"}', '{}', '"\\""']) {
    assert.ok(!hasEscapedName(text), text);
  }
});

test('a serialized value is parsed to the same value', () => {
  checkAlways(
    fc.property(fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }), fc.nat(4), (value, space) => {
      const text = JSON.stringify(value, undefined, space);
      assert.equal(JSON.stringify(parseValidJson(text, JSON.parse)), JSON.stringify(value));
    }),
    { numRuns: 2000 },
  );
  checkAlways(
    fc.property(valueTexts, (text) => {
      if (!hasEscapedName(text)) assert.deepEqual(parseValidJson(text, JSON.parse), JSON.parse(text));
      assert.doesNotThrow(() => parseValidJson(text, parseScalar));
    }),
    { numRuns: 1000 },
  );
});

test('numbers in files and in bodies become bigint at the same integer', () => {
  for (const text of [
    '1234567890123456',
    '9007199254740991',
    '-9007199254740991',
    '-0',
    'true',
    '1e400',
    '0.1',
  ])
    assert.equal(typeof parseScalar(text), typeof JSON.parse(text), text);
  assert.equal(parseScalar('9007199254740992'), 9007199254740992n);
  assert.equal(parseScalar('-9007199254740993'), -9007199254740993n);
});

test('integers beyond 2^53 are parsed exactly, as are strings that look like them', () => {
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

test('escaped names are parsed', () => {
  const names = ['\\', 'x', '"', 'a\\', 'ab', '__proto__', '\u0001', 'ü'];
  const escaped = (name: string) =>
    `"${Array.from(name, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;
  // Engines from V8 13.6 on misread escapes where the name `\` was used before.
  const text = `[{"\\\\":1},{${names.map((name, i) => `${escaped(name)}: [${i}, -9007199254740993]`).join(' , ')}}]`;
  const [, read] = parseJson(text) as [unknown, Record<string, unknown>];
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

test('texts of megabytes with escapes are parsed', () => {
  const long = JSON.stringify({ text: '\n"\\'.repeat(2_000_000), n: 1 });
  assert.deepEqual(parseJson(long), JSON.parse(long));
  const named = `{"\\u0061": ${long}}`;
  assert.deepEqual(parseJson(named), { a: JSON.parse(long) });
  const numbered = `[9007199254740993, ${long}]`;
  assert.deepEqual(parseJson(numbered), [9007199254740993n, JSON.parse(long)]);
  const deep = `${'['.repeat(50_000)}9007199254740993${']'.repeat(50_000)}`;
  let inner: unknown = parseJson(deep);
  while (Array.isArray(inner)) inner = inner[0];
  assert.equal(inner, 9007199254740993n);
});
