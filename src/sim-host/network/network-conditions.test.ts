import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NetworkConditions } from './network-conditions.js';

test('each setting ends after its own time', () => {
  let now = 1000;
  const network = new NetworkConditions(1, () => now);
  network.set({ latency: 40, refuse: 500, failures: 1, seconds: 2 });
  assert.deepEqual(network.present, { latency: 40, jitter: 0, refuse: true, failures: 1, seconds: 2 });
  now += 500;
  assert.equal(network.isRefusing, false);
  assert.equal(network.arrival(), now + 40);
  now += 1500;
  assert.equal(network.arrival(), undefined);
  assert.equal(network.fails(), false);
  assert.deepEqual(network.present, { latency: 0, jitter: 0, refuse: false, failures: 0, seconds: null });
});

test('delayed messages arrive when the simulation ends', () => {
  const network = new NetworkConditions(1, () => 1000);
  network.set({ latency: 60_000, seconds: 5 });
  assert.equal(network.arrival(), 6000);
});

test('settings without a time stay until new settings replace all of them', () => {
  let now = 0;
  const network = new NetworkConditions(1, () => now);
  network.set({ latency: 40, refuse: true });
  now += 1e9;
  assert.deepEqual(network.present, { latency: 40, jitter: 0, refuse: true, failures: 0, seconds: null });
  network.set({ failures: { next: 2 } });
  assert.deepEqual(network.present.failures, { next: 2 });
  assert.deepEqual([network.fails(), network.fails(), network.fails()], [true, true, false]);
  assert.deepEqual([network.arrival(), network.isRefusing], [undefined, false]);
});

test('jitter and failures follow the seed and restart with each setting', () => {
  const draw = (seed: number) => {
    const network = new NetworkConditions(seed, () => 0);
    const take = () => {
      network.set({ latency: 10, jitter: 5, failures: 0.25 });
      return Array.from({ length: 400 }, () => ({ delay: network.arrival() ?? 0, fails: network.fails() }));
    };
    const first = take();
    assert.deepEqual(take(), first);
    return first;
  };
  const drawn = draw(1);
  assert.notDeepEqual(draw(2), drawn);
  assert.ok(drawn.every(({ delay }) => delay >= 10 && delay < 15));
  const share = drawn.filter(({ fails }) => fails).length / drawn.length;
  assert.ok(share > 0.15 && share < 0.35, `${share}`);
});
