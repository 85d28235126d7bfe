import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMissing } from '../../../test/support/engines.js';
import { startSimHost } from '../testing/index.js';

for (const http of ['uws', 'node'] as const) {
  const options = { skip: isMissing(http) };
  test(`a request that is cut off at once is no exception of the host, on ${http}`, options, async (t) => {
    const host = await startSimHost({ scene: { application: { name: 'Refusing' } }, http });
    t.after(() => host.stop());
    const exceptions: unknown[] = [];
    const note = (error: unknown) => void exceptions.push(error);
    process.prependListener('uncaughtException', note);
    t.after(() => process.off('uncaughtException', note));
    await host.control('weather', { refuse: true });
    await assert.rejects(fetch(`${host.url}/api/status`));
    await host.control('weather');
    assert.equal((await fetch(`${host.url}/api/status`)).status, 200);
    assert.deepEqual(exceptions, []);
  });
}
