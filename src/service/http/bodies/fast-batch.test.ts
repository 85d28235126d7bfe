import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSimpleBatch, RecentPaths } from './fast-batch.js';
import { parseBody } from './json-body.js';

const known = new RecentPaths();
const path = '/exposed/object/key-light/intensity';

/** The result of the fast parser; undefined if it refuses the body. */
function parsed(text: string): unknown {
  try {
    return parseBody(Buffer.from(text));
  } catch {
    return undefined;
  }
}

const items = [
  { method: 'PUT', path, body: { value: 2.5 } },
  { id: 7, method: 'PUT', path: `${path}/x`, body: { value: -0.14285714285714285 } },
  { id: 'a b', method: 'GET', path },
  { method: 'GET', path: '' },
  { id: -0.5, method: 'PUT', path, body: { value: 0 } },
];

test('a batch of simple items is read in one pass with the result of the JSON parser', () => {
  for (const requests of [[items[0]], items, [...items, ...items]]) {
    const text = JSON.stringify({ requests });
    const read = parseSimpleBatch(Buffer.from(text), known);
    assert.deepEqual(read, JSON.parse(text));
    assert.equal(JSON.stringify(read), text, 'members in their order');
  }
  const minusZero = parseSimpleBatch(
    Buffer.from(`{"requests":[{"method":"PUT","path":"${path}","body":{"value":-0}}]}`),
    known,
  ) as { requests: { body: { value: number } }[] };
  assert.ok(Object.is(minusZero.requests[0]!.body.value, -0));
});

test('any other body is left to the JSON parser, or read with its result', () => {
  const text = JSON.stringify({ requests: items });
  const inserted = [
    '',
    ' ',
    '"',
    '\\',
    '{',
    '}',
    ']',
    ',',
    ':',
    '0',
    '.',
    '-',
    'e1',
    '\u0001',
    'é',
    '123456789012345678',
  ];
  let read = 0;
  for (let at = 0; at <= text.length; at++)
    for (const removed of [0, 1])
      for (const more of inserted) {
        const other = text.slice(0, at) + more + text.slice(at + removed);
        const value = parseSimpleBatch(Buffer.from(other), known);
        if (value === undefined) continue;
        read++;
        assert.deepEqual(value, parsed(other), other);
      }
  assert.ok(read > 1000, `${read} were read`);
});

test('the path of an item of an earlier batch is reused only if the item names it again', () => {
  const own = new RecentPaths();
  const long = 'x'.repeat(300);
  const batches = [
    ['/a/b', '/a/c', '', long],
    ['/a/b', '/a/c', '', long],
    ['/a/c', '/a/', '/', `${long}y`],
    ['/a/cc', '/b/', '', '/a'],
    ['', '/b/', '/a/b', long, '/a'],
  ];
  for (const paths of batches) {
    const requests = paths.map((each) => ({ method: 'GET', path: each }));
    assert.deepEqual(parseSimpleBatch(Buffer.from(JSON.stringify({ requests })), own), { requests });
  }
});
