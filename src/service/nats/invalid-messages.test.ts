import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeEvents } from './event-messages.js';
import { decodeRequest, decodeResponse } from './exchange-messages.js';
import { encodeMessage, MalformedMessage } from './message.js';

const request = { method: 'GET', url: '/a', query: 'b=c', headers: [['accept', '*/*']], address: '10.0.0.1' };
const answer = { status: 204, type: '', headers: [] };
const entry = [1, 'exposed_object_updated', ['7'], 'app', '7', 'level'];

/** Each is the valid message with one error. */
function assertRefused(
  decode: (message: Uint8Array) => unknown,
  good: object,
  wrong: readonly object[],
): void {
  decode(encodeMessage(good, 'x'));
  for (const each of wrong) {
    const message = encodeMessage({ ...good, ...each }, 'x');
    assert.throws(() => decode(message), MalformedMessage, JSON.stringify(each));
  }
}

test('an invalid request is refused', () => {
  assert.deepEqual(decodeRequest(encodeMessage({ ...request, port: 80 }, 'body')), {
    head: { ...request, port: 80 },
    body: Buffer.from('body'),
  });
  assertRefused(decodeRequest, request, [
    { method: 1 },
    { method: 'GET /' },
    { url: undefined },
    { url: 'a' },
    { query: null },
    { address: {} },
    { port: '80' },
    { port: 0.5 },
    { headers: undefined },
    { headers: [['accept']] },
    { headers: [['accept', 1]] },
    { headers: [['accept: x', 'y']] },
    { headers: [['accept', 'y\r\nx: z']] },
  ]);
});

test('an invalid response or piece is refused', () => {
  assertRefused(decodeResponse, answer, [
    { status: 99 },
    { status: 600 },
    { status: '200' },
    { type: undefined },
    { headers: {} },
    // Neither a head nor a piece.
    { type: undefined, piece: 1 },
  ]);
  assertRefused(decodeResponse, { piece: 1 }, [{ piece: 'first' }, { piece: 1.5 }, { piece: undefined }]);
});

test('invalid events are refused', () => {
  const events = { kind: 'events', epoch: 'e', seq: 7, events: [entry] };
  const decoded = decodeEvents(
    encodeMessage({ ...events, events: [entry, [1, 'log', null, null, null, '']] }, 'xy'),
  );
  assert.deepEqual(decoded, {
    kind: 'events',
    epoch: 'e',
    events: [
      {
        seq: 7,
        kind: 'exposed_object_updated',
        text: 'x',
        addresses: ['7'],
        exceptClient: 'app',
        id: '7',
        path: 'level',
      },
      {
        seq: 8,
        kind: 'log',
        text: 'y',
        addresses: undefined,
        exceptClient: undefined,
        id: undefined,
        path: '',
      },
    ],
  });
  assertRefused(decodeEvents, events, [
    { kind: 'others' },
    { epoch: 1 },
    { seq: 1.5 },
    { events: undefined },
    { events: [] },
    { events: [entry, entry] },
  ]);
});
