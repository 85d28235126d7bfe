import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { freePort } from './free-port.js';

test('a free port is found on an address of this machine, and none on another one', async () => {
  const port = await freePort('127.0.0.1');
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  server.close();
  // These are documentation addresses (RFC 5737), which no machine has.
  assert.equal(await freePort('192.0.2.1'), undefined);
});
