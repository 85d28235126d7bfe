import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, Names, NatsError } from './nats-options.js';

test('server URLs contain addresses and credentials', () => {
  assert.deepEqual(addressOf('nats://127.0.0.1'), { servers: ['127.0.0.1:4222'], isTls: false });
  assert.deepEqual(addressOf('tls://me:p%40ss@a:1, tls://b:2'), {
    servers: ['a:1', 'b:2'],
    isTls: true,
    user: 'me',
    pass: 'p@ss',
  });
  assert.deepEqual(addressOf(['nats://secret@[::1]:4222']), {
    servers: ['[::1]:4222'],
    isTls: false,
    token: 'secret',
  });
});

test('the error for an invalid URL shows an example, and does not quote the URL', () => {
  for (const wrong of ['', 'localhost:4222', 'http://me:hidden@localhost', 'nats://', 'nats://a b']) {
    const isExplained = (error: Error) =>
      error instanceof NatsError &&
      /nats:\/\/127\.0\.0\.1:4222/.test(error.message) &&
      !/hidden/.test(error.message);
    assert.throws(() => addressOf(wrong), isExplained, wrong);
  }
  assert.throws(() => addressOf(undefined as never), /give servers, a URL or an array of them/);
  assert.throws(() => addressOf([]), NatsError);
  for (const wrong of ['', 'a.b', 'a b', '*', 'x'.repeat(65)])
    assert.throws(() => new Names(wrong), NatsError, wrong);
});
