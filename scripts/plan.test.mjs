import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costsOf, line, plan } from './plan-model.mjs';

const row = (name, median, note) => ({ name, value: { median }, note });
const results = {
  rows: [
    ...[1, 13, 100].flatMap((k) => [
      row(
        `CPU of the host, ${k} changes a frame`,
        0.02 + 0.001 * k,
        '200 bytes an event, 60 events a second',
      ),
      row(`CPU of a relay, ${k} changes a frame`, 0.01 + 0.0005 * k),
      // 1 µs a write and 0.1 µs an event.
      row(`deliveries of a relay, ${k} changes a frame`, k / (1e-6 + 1e-7 * k)),
    ]),
    row('GET by way of a relay, at the host', 10_000),
    row('GET by way of a relay, at a relay', 5000),
    row('memory per idle subscriber of a relay, of 2000', 4000),
  ],
  growths: [
    {
      x: 'relays',
      points: [
        [1, 0.02],
        [4, 0.05],
        [8, 0.09],
      ],
    },
  ],
};
const near = (actual, expected) =>
  assert.ok(Math.abs(actual / expected - 1) < 1e-6, `${actual}, not ${expected}`);

test('costs are lines through what was measured', () => {
  const costs = costsOf(results);
  near(costs.delivery.fixed, 1e-6);
  near(costs.delivery.each, 1e-7);
  near(costs.host.fixed, 0.02);
  near(costs.relay.each, 0.0005);
  near(costs.nats.each, 0.01);
  assert.equal(costs.eventBytes, 200);
  assert.deepEqual(
    line([
      [1, 1],
      [2, 0.5],
    ]).each,
    0,
  );
});

test('what is missing in the results is said', () => {
  assert.throws(() => costsOf({ rows: [], growths: [] }), /bench --scenario relays --json/);
});

test('relays, bandwidth and requests grow with the apps, the host but with the requests', () => {
  const costs = costsOf(results);
  const few = plan(costs, 1000, 13, { requests: 0 });
  const many = plan(costs, 100_000, 13, { requests: 0 });
  near(many.gigabits / few.gigabits, 100);
  assert.equal(few.host, many.host);
  // 0.6 less 0.0165 of a core by 60 · 2.3 µs.
  assert.equal(many.relays, Math.ceil(100_000 / Math.floor((0.6 - 0.0165) / (60 * 2.3e-6))));
  near(few.appMegabits, (60 * (13 * 200 + 80) * 8) / 1e6);
  assert.equal(few.relays, 1);
  assert.match(few.natsKind, /^one server/);
  assert.deepEqual(few.problems, []);
});

test('what cannot be done is said', () => {
  const costs = costsOf(results);
  assert.match(plan(costs, 1_000_000, 13).problems.join(), /10000 requests a second/);
  assert.match(plan(costs, 10, 2000, { requests: 0 }).problems.join(), /one relay alone cannot.*phone/);
});

test('half the frames, or half the events, cost less', () => {
  const costs = costsOf(results);
  const all = plan(costs, 100_000, 13);
  assert.ok(plan(costs, 100_000, 13, { frames: 30 }).relays < all.relays);
  near(plan(costs, 1000, 0.1).gigabits, plan(costs, 1000, 1).gigabits / 10);
  assert.ok(plan(costs, 100_000, 13, { share: 0.5 }).gigabits < all.gigabits);
});
