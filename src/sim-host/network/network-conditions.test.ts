import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NetworkConditions } from './network-conditions.js';

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
