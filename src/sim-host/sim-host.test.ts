import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoScene } from './cli/package-info.js';
import { SceneFileError } from './load-scene.js';
import { ListenError } from './server-options.js';
import { startSimHost } from './sim-host.js';

test('the demo scene runs on the manual clock, with its control channel', async () => {
  const host = await startSimHost({ scene: demoScene, port: 0, clock: 'manual', control: 0, rate: 30 });
  try {
    assert.equal(host.engine.application.name, 'Demo Studio');
    assert.equal(host.isOpenToAll, false);
    assert.match(host.project ?? '', /demo$/);
    const stepped = await fetch(`${host.controlUrl}/control/clock.step`, {
      method: 'POST',
      body: '{"seconds":2}',
    });
    assert.deepEqual(await stepped.json(), { frames: 60, frame: 60, time: 2 });
    const phase = await fetch(`${host.url}/exposed/object/mover/phase`);
    assert.equal(phase.status, 200);
    await assert.rejects(
      startSimHost({ scene: demoScene, port: Number(new URL(host.url).port) }),
      (error) => error instanceof ListenError && /: the port is taken; .* with --port$/.test(error.message),
    );
    // Documentation addresses belong to no machine, and names under .invalid have no address.
    for (const [address, reason] of [
      ['192.0.2.77', "the address is not this machine's"],
      ['no-such-host.invalid', 'the name has no address'],
    ] as const) {
      const wrong = startSimHost({ scene: demoScene, port: 0, host: address });
      await assert.rejects(wrong, (error) => {
        assert.ok(error instanceof ListenError);
        assert.equal(
          error.message,
          `Cannot listen on ${address}:0: ${reason}; choose another address with --host`,
        );
        return true;
      });
    }
  } finally {
    await host.stop();
    await host.stop();
  }
});

test('the control channel requires its own token if the service has a token or pairs', async () => {
  for (const guard of [{ token: 'open-sesame' }, { pair: 'full' as const }]) {
    const host = await startSimHost({ scene: demoScene, port: 0, control: 0, ...guard });
    try {
      const state = async (token: string | undefined) => {
        const headers = { ...(token !== undefined && { Authorization: `Bearer ${token}` }) };
        return (await fetch(`${host.controlUrl}/control/state`, { method: 'POST', headers })).status;
      };
      assert.equal(await state(undefined), 401);
      assert.equal(await state('open-sesame'), 401);
      assert.equal(await state(host.controlToken), 200);
    } finally {
      await host.stop();
    }
  }
});

test('a scene file with errors does not start a host', async () => {
  await assert.rejects(startSimHost({ scene: 'no-such.yaml' }), (error) => {
    assert.ok(error instanceof SceneFileError);
    assert.equal(error.diagnostics.length, 1);
    return true;
  });
});
