// In jsdom, which lacks most of what Node.js has.
import { startSimHost } from 'sim-host/testing';

test('a host runs beside a page', async () => {
  const host = await startSimHost({ scene: 'scene.yaml' });
  try {
    expect(await host.step('2 s')).toMatchObject({ frames: 120 });
    await host.control('set', { key: 'lamp', path: 'level', value: 0.25 });
  } finally {
    await host.stop();
  }
});
