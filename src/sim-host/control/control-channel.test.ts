import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSimHost } from '../testing/index.js';

test('other methods, paths and origins get the responses of the service', async (t) => {
  const host = await startSimHost({ scene: { application: { name: 'Controlled' } }, control: 0 });
  t.after(() => host.stop());
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(host.controlUrl + path, init);
    return [response.status, ((await response.json()) as { error: string }).error];
  };
  const method = 'Method not allowed: GET /control/state; send POST';
  assert.deepEqual(await ask('/control/state'), [405, method]);
  assert.deepEqual(await ask('/state', { method: 'POST' }), [404, 'Not found: /state']);
  for (const former of ['weather', 'clock.reset'])
    assert.equal((await ask(`/control/${former}`, { method: 'POST' }))[0], 404, former);
  const headers = { Origin: 'https://example.com' };
  assert.equal((await ask('/control/state', { method: 'POST', headers }))[0], 403);
});
