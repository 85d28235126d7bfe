import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { ApiRequest, HttpResponse } from '../api.js';
import { gzipFor } from './gzip.js';

const asking = (encoding: string) => ({ header: () => encoding }) as unknown as ApiRequest;
const long = JSON.stringify(Array.from({ length: 40_000 }, (_, i) => `é${i}😀`));

for (const [kind, body] of [
  ['text', long],
  ['bytes', Buffer.from(long)],
  ['pieces', ['[', '', long, ',', Buffer.from(long), ']']],
] as const)
  test(`a large response of ${kind} is unchanged by compression`, () => {
    const reply = gzipFor(asking('br, gzip'), { body, headers: [['A', 'b']] }) as HttpResponse;
    assert.deepEqual(reply.headers, [
      ['A', 'b'],
      ['Content-Encoding', 'gzip'],
      ['Vary', 'Accept-Encoding'],
    ]);
    const bytes = [...(reply.body as Iterable<Uint8Array>)];
    assert.ok(bytes.every(({ length }) => length > 0 && length < 64 * 1024));
    const wanted = kind === 'pieces' ? `[${long},${long}]` : long;
    assert.equal(gunzipSync(Buffer.concat(bytes)).toString(), wanted);
  });

test('a short response, or one that need not be compressed, is sent unchanged', () => {
  for (const encoding of ['', 'br', 'gzip;q=0, br', 'identity'])
    assert.equal(gzipFor(asking(encoding), long), long);
  assert.equal(gzipFor(asking('gzip'), '{}'), '{}');
});
