import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { EngineRequest, Exchange } from '../http/engines/engine.js';
import { ReceivedRequest } from '../http/received-request.js';
import { detachText } from './detach-text.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const count = 200;
const bytes = 100_000;

/** Bytes that short strings cut from long ones keep alive. */
function bytesKeptBy(shortOf: (long: string) => string): number {
  collect();
  const before = process.memoryUsage().heapUsed;
  const kept = Array.from({ length: count }, (_, i) =>
    shortOf(Buffer.alloc(bytes, 97 + (i % 20)).toString('latin1')),
  );
  collect();
  const held = process.memoryUsage().heapUsed - before;
  assert.equal(kept.length, count);
  return held;
}

const cut = (long: string) => long.slice(0, 20);

test('a copied string does not keep the string it was cut from alive', () => {
  assert.ok(bytesKeptBy(cut) > (count * bytes) / 2, 'otherwise the copy is not needed');
  assert.ok(bytesKeptBy((long) => detachText(cut(long))) < (count * bytes) / 10);
  for (const text of ['', 'a"b\\c\n', '光\ud800', '__proto__']) assert.equal(detachText(text), text);
});

const request = (query: string, clientHeader = '') => {
  const source: EngineRequest = {
    getMethod: () => 'GET',
    getUrl: () => '/api/status',
    getQuery: () => query,
    getHeader: (name) => (name === 'x-client-id' ? clientHeader : ''),
  };
  const pages = { isForeignPage: () => false, allowShowing: () => {} };
  return new ReceivedRequest({} as Exchange, source, 'GET', pages, () => '127.0.0.1:7');
};

test('a caller is remembered by its id without its request', () => {
  const held = bytesKeptBy((long) => request(`clientId=${long.slice(0, 20)}&x=${long}`).clientId);
  assert.ok(held < (count * bytes) / 10, `${held} bytes are held`);
});

test('a caller without a client id is identified by its address, cut to a bounded length', () => {
  assert.equal(request('').clientId, '127.0.0.1:7');
  assert.equal(request('clientId=').clientId, '127.0.0.1:7');
  assert.equal(request('clientId=b', 'a').clientId, 'a');
  assert.equal(request('', 'c'.repeat(1024)).clientId.length, 1024);
  for (const long of [request('', 'c'.repeat(1025)), request(`clientId=${'c'.repeat(1025)}`)])
    assert.throws(() => long.clientId, /the client id has more than 1024 characters/);
});
