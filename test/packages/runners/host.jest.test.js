// Runs in jsdom, which lacks most of Node.js.
import { startSimHost } from 'sim-host/testing';

test('a host runs in the process of a page', async () => {
  const host = await startSimHost({ scene: 'scene.yaml' });
  try {
    expect(await host.step('2 s')).toMatchObject({ frames: 120 });
    await host.control('set', { key: 'lamp', path: 'level', value: 0.25 });
  } finally {
    await host.stop();
  }
});
