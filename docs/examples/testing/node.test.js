import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSimHost } from 'sim-host/testing';
import { lampLevel } from './app.js';

const scene = new URL('scene.yaml', import.meta.url);

test('the lamp is dimmed after two seconds', async (t) => {
  const host = await startSimHost({ scene });
  t.after(() => host.stop());
  assert.equal(await lampLevel(host.url), 1);
  await host.step('2 s');
  assert.equal(await lampLevel(host.url), 0.5);
});

test('the app retries failed requests', async (t) => {
  const host = await startSimHost({ scene });
  t.after(() => host.stop());
  await host.control('network', { failures: { next: 2 } });
  assert.equal(await lampLevel(host.url), 1);
});
