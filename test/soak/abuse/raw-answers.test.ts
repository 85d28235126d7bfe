import assert from 'node:assert/strict';
import test from 'node:test';
import { readAnswers } from './raw-answers.js';

const read = (text: string, methods = ['GET'], isClosed = false) => {
  const { answers, rest, isEndless } = readAnswers(Buffer.from(text), methods, isClosed);
  const said = answers.map(({ status, body }) => `${status} ${Buffer.from(body)}`);
  return { said, rest: rest.toString(), isEndless };
};

test('two answers of one connection, the second not whole yet', () => {
  const two =
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 400 Bad\r\nContent-Length: 9\r\n\r\nhal';
  assert.deepEqual(read(two, ['GET', 'GET']), {
    said: ['200 ok'],
    rest: 'HTTP/1.1 400 Bad\r\nContent-Length: 9\r\n\r\nhal',
    isEndless: false,
  });
});

test('chunks are put together, and one that is missing makes it no answer', () => {
  const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
  assert.deepEqual(read(`${head}2\r\nab\r\n1;x=y\r\nc\r\n0\r\n\r\n`).said, ['200 abc']);
  assert.deepEqual(read(`${head}2\r\nab\r\n1\r\nc\r\n`, ['GET'], true).said, []);
});

test('an answer to HEAD has no body, and 100 is no answer', () => {
  const text = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n';
  assert.deepEqual(read(text, ['HEAD']).said, ['200 ']);
  assert.deepEqual(read(text, ['GET'], true).said, []);
});

test('without a length the end of the connection ends it', () => {
  const text = 'HTTP/1.1 200 OK\r\n\r\nall';
  assert.deepEqual(read(text).said, []);
  assert.deepEqual(read(text, ['GET'], true).said, ['200 all']);
});

test('an event stream has no end', () => {
  assert.equal(read('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nid: 1').isEndless, true);
});
