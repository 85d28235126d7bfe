import { startSimHost } from 'sim-host/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lampLevel } from './app.js';

let host;
beforeAll(async () => {
  host = await startSimHost({ scene: new URL('scene.yaml', import.meta.url) });
});
beforeEach(() => host.control('clock.reset'));
afterAll(() => host.stop());

test('the lamp is dimmed after two seconds', async () => {
  await host.step('2 s');
  expect(await lampLevel(host.url)).toBe(0.5);
});

test('the lamp is bright at the start', async () => {
  expect(await lampLevel(host.url)).toBe(1);
});
