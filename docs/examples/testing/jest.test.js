import { jest } from '@jest/globals';
import { startSimHost } from 'sim-host/testing';
import { lampLevel, lampLevelLater } from './app.js';

const scene = new URL('scene.yaml', import.meta.url);

afterEach(() => jest.useRealTimers());

test('the lamp is dimmed after two seconds', async () => {
  const host = await startSimHost({ scene });
  try {
    await host.step('2 s');
    expect(await lampLevel(host.url)).toBe(0.5);
  } finally {
    await host.stop();
  }
});

test('the app waits for ten seconds of its own time', async () => {
  jest.useFakeTimers();
  const host = await startSimHost({ scene });
  try {
    const level = lampLevelLater(host.url);
    await host.step('2 s');
    jest.advanceTimersByTime(10_000);
    expect(await level).toBe(0.5);
  } finally {
    await host.stop();
  }
});
