import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { platform } from '../common/platform.js';
import { FrameTimer, type Pace, type Scheduler, systemScheduler } from './frame-timer.js';

/** A clock that the test advances; every timeout is `lateness` milliseconds late. */
function fakeScheduler(lateness: number) {
  let now = 0;
  let pending: { at: number; callback: () => void } | undefined;
  const waits: { ms: number; isExact: boolean }[] = [];
  const scheduler: Scheduler = {
    now: () => now,
    wait(ms, callback, isExact) {
      waits.push({ ms, isExact });
      pending = { at: now + Math.max(0, ms) + lateness, callback };
      return () => {
        pending = undefined;
      };
    },
  };
  const fire = (): boolean => {
    if (pending === undefined) return false;
    const { at, callback } = pending;
    pending = undefined;
    now = Math.max(now, at);
    callback();
    return true;
  };
  return { scheduler, waits, fire, now: () => now, sleep: (ms: number) => (now += ms) };
}

test('late timeouts do not add up', () => {
  const time = fakeScheduler(1.3);
  const ticks: number[] = [];
  new FrameTimer(time.scheduler, 10, () => ticks.push(time.now()));
  for (let i = 0; i < 1000; i++) time.fire();
  assert.equal(ticks.length, 1000);
  assert.ok(Math.abs(ticks.at(-1)! - 10_001.3) < 1e-6, `the last tick is at ${ticks.at(-1)}`);
});

test('the timer catches up after a short stall, and not after a long one', () => {
  const time = fakeScheduler(0);
  const ticks: number[] = [];
  new FrameTimer(time.scheduler, 10, () => ticks.push(time.now()));
  time.fire();
  time.sleep(35);
  for (let i = 0; i < 4; i++) time.fire();
  assert.deepEqual(ticks, [10, 45, 45, 45, 50]);
  time.sleep(10_000);
  for (let i = 0; i < 3; i++) time.fire();
  // The overdue tick, the first of the new schedule, and one a period later.
  assert.deepEqual(ticks.slice(5), [10_050, 10_050, 10_060]);
});

test('a timeout is never negative, because Node.js would warn', () => {
  const time = fakeScheduler(0);
  new FrameTimer(time.scheduler, 10, () => {});
  time.fire();
  time.sleep(35);
  for (let i = 0; i < 4; i++) time.fire();
  assert.deepEqual(
    time.waits.map(({ ms }) => ms),
    [10, 10, 0, 0, 5, 10],
  );
});

test('the timer is exact only at the exact pace', () => {
  const { fire, waits, state } = pacedTimer();
  state.pace = 'rough';
  fire();
  state.pace = 'exact';
  fire();
  assert.deepEqual(
    waits.map(({ isExact }) => isExact),
    [false, false, true],
  );
});

test('a tick may stop the timer', () => {
  const time = fakeScheduler(0);
  const timer: FrameTimer = new FrameTimer(time.scheduler, 10, () => timer.stop());
  assert.ok(time.fire());
  assert.equal(time.fire(), false);
});

test('timeouts of the system scheduler end, exact or not, unless they are cancelled', async () => {
  const before = systemScheduler.now();
  const ended: string[] = [];
  const never = [true, false].map((isExact) =>
    systemScheduler.wait(2, () => ended.push('cancelled'), isExact),
  );
  for (const cancel of never) cancel();
  for (const isExact of [true, false])
    await new Promise<void>((resolve) => void systemScheduler.wait(4, resolve, isExact));
  assert.deepEqual(ended, []);
  assert.ok(systemScheduler.now() > before);
});

/** The system scheduler with a clock that advances only by sleeping and by `turnMs` per turn of the event loop. */
function slowMotion(t: TestContext, turnMs = 0) {
  let now = 0;
  const slept: number[] = [];
  t.mock.method(platform, 'now', () => {
    now += turnMs;
    return now;
  });
  t.mock.method(Atomics, 'wait', (_array: Int32Array, _index: number, _value: number, ms: number) => {
    slept.push(ms);
    now += ms;
    return 'timed-out';
  });
  return slept;
}

test('an exact timeout sleeps the last milliseconds one by one if the event loop is idle', async (t) => {
  const slept = slowMotion(t);
  for (const ms of [0.5, 2.5])
    await new Promise<void>((resolve) => void systemScheduler.wait(ms, resolve, true));
  assert.deepEqual(slept, [0.5, 1, 1, 0.5]);
});

test('a timeout does not sleep if the event loop is busy or it need not be exact', async (t) => {
  const busy = slowMotion(t, 0.2);
  await new Promise<void>((resolve) => void systemScheduler.wait(2, resolve, true));
  assert.deepEqual(busy, []);
  t.mock.restoreAll();
  const idle = slowMotion(t);
  await new Promise<void>((resolve) => void systemScheduler.wait(2, resolve, false));
  assert.deepEqual(idle, []);
});

/** A timer with a settable pace, and the time and delay of each tick; `onTick` runs in each. */
function pacedTimer(onTick: (count: number) => void = () => {}) {
  const time = fakeScheduler(0);
  const ticks: [at: number, behind: number][] = [];
  const state = { pace: 'grouped' as Pace, tickMs: 0 };
  const timer = new FrameTimer(
    time.scheduler,
    10,
    (behind) => {
      ticks.push([time.now(), behind]);
      time.sleep(state.tickMs);
      onTick(ticks.length);
    },
    () => state.pace,
  );
  return { ...time, ticks, state, timer };
}

test('grouped ticks run together, and each receives its delay', () => {
  const { fire, ticks, now } = pacedTimer();
  fire();
  assert.deepEqual(
    ticks,
    Array.from({ length: 10 }, (_, i) => [100, 90 - 10 * i]),
  );
  fire();
  assert.equal(now(), 200);
  assert.equal(ticks.length, 20);
});

test('leaving the grouped pace runs the due ticks immediately and the next ones on time', () => {
  const { fire, ticks, state, timer, sleep } = pacedTimer();
  fire();
  ticks.length = 0;
  sleep(35);
  state.pace = 'exact';
  timer.catchUp();
  assert.deepEqual(ticks, [
    [135, 25],
    [135, 15],
    [135, 5],
  ]);
  // No tick is pending.
  timer.catchUp();
  fire();
  fire();
  assert.deepEqual(ticks.slice(3), [
    [140, 0],
    [150, 0],
  ]);
});

test('leaving the grouped pace runs all due ticks, even if they are slow', () => {
  const { fire, ticks, state, timer, sleep } = pacedTimer();
  fire();
  ticks.length = 0;
  sleep(35);
  state.tickMs = 6;
  timer.catchUp();
  assert.deepEqual(
    ticks.map(([at]) => at),
    [135, 141, 147],
  );
});

test('a slow tick of a group lets other work run before the next tick', () => {
  const { fire, ticks, state } = pacedTimer();
  state.tickMs = 5;
  fire();
  assert.deepEqual(ticks, [[100, 90]]);
  for (let i = 0; i < 9; i++) fire();
  assert.deepEqual(
    ticks.map(([at]) => at),
    [100, 105, 110, 115, 120, 125, 130, 135, 140, 145],
  );
});

test('a group does not burst after a long pause', () => {
  const { fire, ticks, sleep, now } = pacedTimer();
  fire();
  ticks.length = 0;
  sleep(10_000);
  fire();
  const before = ticks.length;
  const at = now();
  fire();
  fire();
  assert.ok(before <= 10, `${before} ticks`);
  assert.ok(now() >= at + 90, 'they come at their rate again');
});

test('a tick may stop the timer within a group, and the timer stays stopped', () => {
  const { fire, ticks, timer, state } = pacedTimer();
  const other: ReturnType<typeof pacedTimer> = pacedTimer((count) => {
    if (count === 3) other.timer.stop();
  });
  other.fire();
  other.timer.catchUp();
  assert.deepEqual([other.ticks.length, other.fire()], [3, false]);
  timer.stop();
  state.pace = 'exact';
  timer.catchUp();
  assert.deepEqual([ticks.length, fire()], [0, false]);
});

test('an exception in one tick of a group does not stop the timer', () => {
  const { fire, ticks } = pacedTimer((count) => {
    if (count === 2) throw new Error('of a tick');
  });
  assert.throws(fire, /of a tick/);
  fire();
  assert.equal(ticks.length, 10);
});
