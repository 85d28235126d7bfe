import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { HttpClient } from './http.js';

test('a host that takes a request and never answers is an error at the limit', async () => {
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
