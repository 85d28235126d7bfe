import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Weather } from './weather.js';

test('weather passes: at once what is short, then the rest', () => {
  let now = 1000;
  const weather = new Weather(1, () => now);
  weather.set({ latency: 40, refuse: 500, failures: 1, seconds: 2 });
  assert.deepEqual(weather.present, { latency: 40, jitter: 0, refuse: true, failures: 1, seconds: 2 });
  now += 500;
  assert.equal(weather.isRefusing, false);
  assert.equal(weather.arrival(), now + 40);
  now += 1500;
  assert.equal(weather.arrival(), undefined);
  assert.equal(weather.fails(), false);
  assert.deepEqual(weather.present, { latency: 0, jitter: 0, refuse: false, failures: 0, seconds: null });
});

test('what is held up arrives when bad weather is over', () => {
  const weather = new Weather(1, () => 1000);
  weather.set({ latency: 60_000, seconds: 5 });
  assert.equal(weather.arrival(), 6000);
});

test('without a time it stays, and a new report replaces the whole one', () => {
  let now = 0;
  const weather = new Weather(1, () => now);
  weather.set({ latency: 40, refuse: true });
  now += 1e9;
  assert.deepEqual(weather.present, { latency: 40, jitter: 0, refuse: true, failures: 0, seconds: null });
  weather.set({ failures: { next: 2 } });
  assert.deepEqual(weather.present.failures, { next: 2 });
  assert.deepEqual([weather.fails(), weather.fails(), weather.fails()], [true, true, false]);
  assert.deepEqual([weather.arrival(), weather.isRefusing], [undefined, false]);
});

test('jitter and failures are those of the seed, for each report anew', () => {
  const draw = (seed: number) => {
    const weather = new Weather(seed, () => 0);
    const take = () => {
      weather.set({ latency: 10, jitter: 5, failures: 0.25 });
      return Array.from({ length: 400 }, () => ({ delay: weather.arrival() ?? 0, fails: weather.fails() }));
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
