import { startSimHost } from 'sim-host/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { lampLevel, lampLevelLater } from './app.js';

let host;
beforeAll(async () => {
  host = await startSimHost({ scene: new URL('scene.yaml', import.meta.url) });
});
beforeEach(() => host.control('host.reset'));
afterEach(() => vi.useRealTimers());
afterAll(() => host.stop());

test('the lamp is dimmed after two seconds', async () => {
  await host.step('2 s');
  expect(await lampLevel(host.url)).toBe(0.5);
});

test('the lamp is bright at the start', async () => {
  expect(await lampLevel(host.url)).toBe(1);
});

test('the app waits for ten seconds of its own time', async () => {
  vi.useFakeTimers();
  const level = lampLevelLater(host.url);
  await host.step('2 s');
  vi.advanceTimersByTime(10_000);
  expect(await level).toBe(0.5);
});
