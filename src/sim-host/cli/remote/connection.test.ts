import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSimHost } from '../../testing/index.js';
import { withStudio } from './connection.js';

test('commands count as one client, however many have run', async (t) => {
  const host = await startSimHost({ scene: { application: { name: 'Show' } } });
  t.after(() => host.stop());
  const heartbeat = () => withStudio({ url: host.url }, (studio) => studio.request('GET', '/api/heartbeat'));
  for (let command = 0; command < 4; command++) await heartbeat();
  const { serverStatus } = (await heartbeat()) as { serverStatus: { connectedClients: number } };
  assert.equal(serverStatus.connectedClients, 1);
});
