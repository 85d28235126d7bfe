import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSimHost } from '../../testing/index.js';
import { withHost } from './connection.js';

test('all commands together count as one client', async (t) => {
  const host = await startSimHost({ scene: { application: { name: 'Show' } } });
  t.after(() => host.stop());
  const heartbeat = () => withHost({ url: host.url }, (remote) => remote.request('GET', '/api/heartbeat'));
  for (let command = 0; command < 4; command++) await heartbeat();
  const { serverStatus } = (await heartbeat()) as { serverStatus: { connectedClients: number } };
  assert.equal(serverStatus.connectedClients, 1);
});
