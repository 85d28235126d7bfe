import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiRequest } from '../http/api.js';
import { batchRoutes } from './batch.js';

test('a batch whose responses are too large runs no further reads and calls, and does not echo writes', () => {
  let calls = 0;
  const texts = { echoesWrites: true };
  const echoed: boolean[] = [];
  const long = JSON.stringify('x'.repeat(10 * 1024 * 1024));
  const respond = (method: string) => {
    if (method === 'POST') calls++;
    if (method === 'PUT') echoed.push(texts.echoesWrites);
    return { status: 200, body: method === 'POST' ? long : '1' };
  };
  const [route] = batchRoutes({ respond }, (run) => run(), texts, assert.fail);
  const call = { method: 'POST', path: '/exposed/Function/desk/long' };
  const read = { method: 'get', path: '/exposed/object/desk/level' };
  const write = { ...read, method: 'put' };
  const requests = [write, call, read, call, read, write, call];
  const text = route!.handle({ body: { requests } } as unknown as ApiRequest) as string;
  const responses: { status: number; body: unknown }[] = JSON.parse(text).responses;
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 200, 200, 200, 413, 200, 413],
  );
  assert.deepEqual(responses[3]!.body, { '@truncated': true });
  assert.deepEqual(responses[5]!.body, { '@truncated': true });
  assert.equal(calls, 2);
  assert.deepEqual(echoed, [true, false]);
  assert.equal(texts.echoesWrites, true);
});
