import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoScene } from './cli/package-info.js';
import { ListenError, SceneFileError, startSimHost } from './sim-host.js';

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
      (error) => error instanceof ListenError && / with --port$/.test(error.message),
    );
  } finally {
    await host.stop();
    await host.stop();
  }
});

test('a scene file with mistakes runs nothing', async () => {
  await assert.rejects(startSimHost({ scene: 'no-such.yaml' }), (error) => {
    assert.ok(error instanceof SceneFileError);
    assert.equal(error.diagnostics.length, 1);
    return true;
  });
});
