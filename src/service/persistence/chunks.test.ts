import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkAlways } from '../../../test/support/random.js';
import { chunksOf, contentText } from './chunks.js';

const size = 64 * 1024;

test('pieces of any kind and size become the bytes of the whole', () => {
  const unit = fc.constantFrom('a', 'é', '€', '😀', '\ud83d', '\n');
  const pieceOf = fc.record({
    unit,
    times: fc.integer({ min: 0, max: size }),
    end: fc.array(unit, { maxLength: 4 }),
    isBytes: fc.boolean(),
  });
  checkAlways(
    fc.property(fc.array(pieceOf, { maxLength: 5 }), (parts) => {
      const pieces = parts.map(({ unit: each, times, end, isBytes }) => {
        const text = each.repeat(times) + end.join('');
        return isBytes ? new TextEncoder().encode(text) : text;
      });
      const chunks = [...chunksOf(pieces)];
      const expected = Buffer.concat(pieces.map((each) => Buffer.from(each as string)));
      assert.ok(Buffer.concat(chunks).equals(expected));
      assert.ok(chunks.length <= Math.ceil(expected.length / (size - 6)));
      assert.ok(contentText(pieces) === expected.toString());
    }),
    { numRuns: 60 },
  );
});

test('what is held is one chunk: a piece is asked for when those before it have gone', () => {
  let asked = 0;
  function* pieces() {
    for (; asked < 5; asked++) yield 'x'.repeat(size);
  }
  const askedBefore: number[] = [];
  for (const chunk of chunksOf(pieces())) {
    assert.ok(chunk.length <= size);
    askedBefore.push(asked);
  }
  assert.deepEqual(askedBefore, [0, 1, 2, 3, 4, 5]);
});

test('pieces without content are none', () => {
  assert.deepEqual([...chunksOf('')], []);
  assert.equal(contentText(['', new Uint8Array(), 'a', '']), 'a');
});
