import assert from 'node:assert/strict';
import test from 'node:test';
import { Random } from '../random.js';
import { fitTrend } from './trend.js';

const line = (count: number, of: (x: number) => number) =>
  Array.from({ length: count }, (_, x) => [x, of(x)] as const);

test('a straight line is found exactly', () => {
  const trend = fitTrend(line(10, (x) => 3 + 2 * x))!;
  for (const [name, expected] of [
    ['slope', 2],
    ['intercept', 3],
    ['lower', 2],
    ['upper', 2],
    ['surelyGrown', 18],
  ] as const)
    assert.ok(Math.abs(trend[name] - expected) < 1e-9, `${name} is ${trend[name]}`);
});

test('a line that falls has not grown', () => {
  assert.equal(fitTrend(line(10, (x) => -x))!.surelyGrown, 0);
});

test('of few samples nothing is said', () => {
  assert.equal(fitTrend(line(3, (x) => x)), undefined);
  assert.equal(fitTrend([[1, 1] as const, [1, 2] as const, [1, 3] as const, [1, 4] as const]), undefined);
});

test('the bounds hold the slope of noisy samples in nearly all of many draws, and no growth is seen in noise', () => {
  let [missed, grown] = [0, 0];
  for (let seed = 0; seed < 400; seed++) {
    const random = new Random(seed);
    const noise = () => random.next() + random.next() + random.next() - 1.5;
    const trend = fitTrend(line(20, (x) => 0.1 * x + noise()))!;
    if (trend.lower > 0.1 || trend.upper < 0.1) missed++;
    if (fitTrend(line(20, noise))!.surelyGrown > 0) grown++;
  }
  assert.ok(missed <= 20, `${missed} of 400`);
  assert.ok(grown <= 12, `${grown} of 400`);
});

test('a leak below the noise of one sample shows in many', () => {
  const random = new Random(7);
  const trend = fitTrend(line(200, (x) => 100 + x * 0.05 + random.next() * 4))!;
  assert.ok(trend.surelyGrown > 5 && trend.surelyGrown < 10, String(trend.surelyGrown));
});

test('samples that follow one another are less sure than those that do not', () => {
  const random = new Random(3);
  let walk = 0;
  const like = line(100, () => (walk = 0.95 * walk + random.next() - 0.5));
  const apart = [...like].map(([x], i) => [x, like[(i * 37) % 100]![1]] as const);
  const width = (points: typeof like) => fitTrend(points)!.upper - fitTrend(points)!.lower;
  assert.ok(width(like) > 2 * width(apart));
});
