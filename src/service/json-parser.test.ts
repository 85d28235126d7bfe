import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { valueTexts } from '../../test/support/json-texts.js';
import { checkAlways } from '../../test/support/random.js';
import { parseScalar } from './json.js';
import { hasEscapedName, parseValidJson } from './json-parser.js';

test('a text is parsed to what it says, whatever has been parsed before', () => {
  // V8 keeps names of objects that it has made, and takes others for them.
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

test('names with escapes are told from values with escapes', () => {
  assert.ok(hasEscapedName('["\\"",{"a":"\\\\","b\\\\"\n\t:1}]'));
  for (const text of ['{"a":"\\n"}', '["\\":\\"",{"a":["x\\":"]}]', '{"a":"\\\\"}', '{}', '"\\""']) {
    assert.ok(!hasEscapedName(text), text);
  }
});

test('what is written is parsed to the same again', () => {
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

test('a scalar of a file and one of a body begin to be exact at the same integer', () => {
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
