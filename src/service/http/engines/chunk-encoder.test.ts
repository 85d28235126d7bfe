import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChunkEncoder } from './chunk-encoder.js';
import { partBytes } from './engine.js';

function all(piece: string | Uint8Array): Uint8Array[] {
  const parts = new ChunkEncoder(piece, Buffer.byteLength(piece));
  const result: Uint8Array[] = [];
  while (!parts.isOver) result.push(parts.next());
  return result;
}

test('a string is split into parts of whole characters', () => {
  for (const before of ['', 'a', 'ab']) {
    const text = before + '😀ü'.repeat(partBytes);
    const parts = all(text);
    assert.ok(parts.length > 2);
    assert.ok(parts.every(({ length }) => length <= partBytes));
    for (const part of parts) assert.equal(Buffer.from(Buffer.from(part).toString()).compare(part), 0);
    assert.equal(Buffer.concat(parts).toString(), text);
  }
});

test('bytes are sent in parts that share their buffer', () => {
  const bytes = Buffer.alloc(2 * partBytes + 1, 7);
  const parts = all(bytes);
  assert.deepEqual(
    parts.map(({ length }) => length),
    [partBytes, partBytes, 1],
  );
  assert.equal(parts[1]!.buffer, bytes.buffer);
});
