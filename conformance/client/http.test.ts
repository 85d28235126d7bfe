import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { test } from 'node:test';
import { EventStreamClient } from './event-stream.js';
import { HttpClient } from './http.js';

test('a request without an answer is an error at the limit', async () => {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = new HttpClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  try {
    await assert.rejects(client.request('GET', '/x', { limitMs: 200 }), {
      message: 'GET /x was not answered within 0.2 s',
    });
  } finally {
    client.close();
    server.closeAllConnections();
    server.close();
  }
});

test('the path of a base URL prefixes every request, also of event streams', async () => {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url!);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/studio/`;
  const client = new HttpClient(url);
  try {
    await client.request('GET', '/api/status');
    (await EventStreamClient.open(url, { query: 'ids=a' })).close();
    assert.deepEqual(paths, ['/studio/api/status', '/studio/api/stream?ids=a']);
    assert.equal(client.last?.path, '/api/status');
  } finally {
    client.close();
    server.closeAllConnections();
    server.close();
  }
});

test('a base URL with https: is requested over TLS', async () => {
  let firstByte: number | undefined;
  const server = createTcpServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', (bytes) => {
        firstByte = bytes[0];
        socket.destroy();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new HttpClient(url);
  const handshake = 0x16;
  try {
    await assert.rejects(client.request('GET', '/'));
    assert.equal(firstByte, handshake);
    firstByte = undefined;
    await assert.rejects(EventStreamClient.open(url));
    assert.equal(firstByte, handshake);
  } finally {
    client.close();
    server.close();
  }
});
