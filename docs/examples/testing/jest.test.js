import { startSimHost } from 'sim-host/testing';
import { lampLevel } from './app.js';

const scene = new URL('scene.yaml', import.meta.url);

test('the lamp is dimmed after two seconds', async () => {
  const host = await startSimHost({ scene });
  try {
    await host.step('2 s');
    expect(await lampLevel(host.url)).toBe(0.5);
  } finally {
    await host.stop();
  }
});
