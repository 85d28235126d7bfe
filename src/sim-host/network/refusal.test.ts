import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMissing } from '../../../test/support/engines.js';
import { startSimHost } from '../testing/index.js';

for (const http of ['uws', 'node'] as const) {
  const options = { skip: isMissing(http) };
  test(
    `closing a request's connection at once does not throw in the host, on ${http}`,
    options,
    async (t) => {
      const host = await startSimHost({ scene: { application: { name: 'Refusing' } }, http });
      t.after(() => host.stop());
      const exceptions: unknown[] = [];
      const note = (error: unknown) => void exceptions.push(error);
      process.prependListener('uncaughtException', note);
      t.after(() => process.off('uncaughtException', note));
      await host.control('network', { refuse: true });
      await assert.rejects(fetch(`${host.url}/api/status`));
      await host.control('network');
      assert.equal((await fetch(`${host.url}/api/status`)).status, 200);
      assert.deepEqual(exceptions, []);
    },
  );
}
