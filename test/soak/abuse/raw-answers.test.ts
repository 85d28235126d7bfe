import assert from 'node:assert/strict';
import test from 'node:test';
import { readAnswers } from './raw-answers.js';

const read = (text: string, methods = ['GET'], isClosed = false) => {
  const { answers, rest, isEndless } = readAnswers(Buffer.from(text), methods, isClosed);
  const shown = answers.map(({ status, body }) => `${status} ${Buffer.from(body)}`);
  return { shown, rest: rest.toString(), isEndless };
};

test('two answers of one connection are read, the second one incomplete', () => {
  const two =
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 400 Bad\r\nContent-Length: 9\r\n\r\nhal';
  assert.deepEqual(read(two, ['GET', 'GET']), {
    shown: ['200 ok'],
    rest: 'HTTP/1.1 400 Bad\r\nContent-Length: 9\r\n\r\nhal',
    isEndless: false,
  });
});

test('chunks are joined, and a missing chunk makes the answer incomplete', () => {
  const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
  assert.deepEqual(read(`${head}2\r\nab\r\n1;x=y\r\nc\r\n0\r\n\r\n`).shown, ['200 abc']);
  assert.deepEqual(read(`${head}2\r\nab\r\n1\r\nc\r\n`, ['GET'], true).shown, []);
});

test('an answer to HEAD has no body, and 100 is not an answer', () => {
  const text = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n';
  assert.deepEqual(read(text, ['HEAD']).shown, ['200 ']);
  assert.deepEqual(read(text, ['GET'], true).shown, []);
});

test('an answer without a length ends with the connection', () => {
  const text = 'HTTP/1.1 200 OK\r\n\r\nall';
  assert.deepEqual(read(text).shown, []);
  assert.deepEqual(read(text, ['GET'], true).shown, ['200 all']);
});

test('an event stream has no end', () => {
  assert.equal(read('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nid: 1').isEndless, true);
});
