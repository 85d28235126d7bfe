import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendPieces } from '../http/responses/stream-response.js';
import { decodeResponse } from './exchange-messages.js';
import { NatsExchange } from './nats-exchange.js';

const head = { method: 'GET', url: '/', query: '', headers: [], address: '10.0.0.1' };

/** A relay that takes pieces when the test says so. */
function relay(limit = 8 * 1024 + 100) {
  const messages: ReturnType<typeof decodeResponse>[] = [];
  const pending: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const exchange = new NatsExchange(head, new Uint8Array(), {
    limit,
    onUnread: (_exchange, bytes) => {
      held = bytes;
    },
    send: (message) => void messages.push(decodeResponse(message)),
    sendPiece: (message) => {
      messages.push(decodeResponse(message));
      return new Promise<void>((resolve, reject) => pending.push({ resolve, reject }));
    },
  });
  let held = 0;
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return {
    exchange,
    messages,
    pending,
    turn,
    held: () => held,
    body: () => Buffer.concat(messages.map(({ bytes }) => bytes)).toString(),
    async acknowledge() {
      pending.shift()?.resolve();
      await turn();
    },
  };
}

test('a short response is one message', () => {
  const { exchange, messages } = relay();
  exchange.send(404, 'text/plain', 'nö', [['A', 'b']], true);
  assert.deepEqual(messages, [
    {
      head: { status: 404, type: 'text/plain', headers: [['A', 'b']], close: true },
      bytes: Buffer.from('nö'),
    },
  ]);
});

test('a long response is sent in pieces as fast as they are read, within the message limit', async () => {
  const { exchange, messages, pending, acknowledge, body, turn, held } = relay();
  const text = 'ab'.repeat(500);
  exchange.send(200, 'text/plain', text);
  await turn();
  assert.ok(held() >= text.length, `${held()} bytes are held`);
  assert.equal(messages.length, 1, 'the head alone goes before anything is taken');
  await acknowledge();
  assert.equal(pending.length, 1, 'one may be on its way');
  for (let i = 0; i < 20; i++) await acknowledge();
  assert.equal(body(), text);
  assert.ok(messages.every(({ bytes }) => bytes.length <= 100));
  assert.deepEqual(
    messages.slice(1).map(({ head: each }) => (each as { piece: number }).piece),
    messages.slice(1).map((_, i) => i + 1),
  );
  assert.equal((messages.at(-1)!.head as { last?: true }).last, true);
  assert.equal(held(), 0);
});

test('a piecewise response stops if its pieces are not read or are cancelled', async () => {
  const { exchange, messages, pending, turn, held } = relay();
  let made = 0;
  let isOver = false;
  function* pieces() {
    try {
      for (;;) {
        made++;
        yield 'x'.repeat(60);
      }
    } finally {
      isOver = true;
    }
  }
  sendPieces(exchange, { body: pieces() }, pieces(), {
    now: () => 0,
    onException: (error) => assert.fail(String(error)),
  });
  for (let i = 0; i < 5; i++) await turn();
  assert.ok(made < 10, `${made} pieces`);
  pending[0]!.reject(new Error('no responders'));
  await turn();
  assert.ok(exchange.isAborted);
  assert.ok(isOver);
  assert.equal(held(), 0);
  // A relay that was cut off would wait forever otherwise.
  assert.equal((messages.at(-1)!.head as { broken?: true }).broken, true);
});

test('a writer is resumed when less than one piece is pending, not after each piece', async () => {
  const { exchange, acknowledge } = relay();
  let resumed = 0;
  exchange.onWritable(() => resumed++);
  exchange.begin(200, 'text/plain', [], 'unknown');
  assert.equal(exchange.write('x'.repeat(350)), false);
  // The head is in flight, and four pieces are pending.
  await acknowledge();
  await acknowledge();
  assert.equal(resumed, 0);
  await acknowledge();
  assert.equal(resumed, 1);
  await acknowledge();
  assert.equal(resumed, 1);
});
