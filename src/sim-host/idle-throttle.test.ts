import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EngineRequest, Exchange } from '../service/index.js';
import type { Scheduler } from '../service/plain/frame-timer.js';
import { RealClock } from './engine/clock.js';
import { IdleThrottle } from './idle-throttle.js';

/** A host at 100 frames per second whose time the test advances; each wait that ends wakes it up. */
function host(canGroupFrames = true) {
  let now = 0;
  let waiting: { at: number; callback: () => void; isExact: boolean } | undefined;
  const scheduler: Scheduler = {
    now: () => now,
    wait(ms, callback, isExact) {
      waiting = { at: now + ms, callback, isExact };
      return () => {
        waiting = undefined;
      };
    },
  };
  let subscribers = 0;
  let wakes = 0;
  const frames: number[] = [];
  const clock: RealClock = new RealClock(100, () => idleThrottle.pace(), scheduler);
  const idleThrottle = new IdleThrottle(
    clock,
    () => subscribers,
    () => canGroupFrames,
  );
  clock.start((time) => frames.push(time));
  /** Advances time and returns how often the process woke up. */
  const pass = (ms: number) => {
    const until = now + ms;
    wakes = 0;
    while (waiting !== undefined && waiting.at <= until + 1e-6) {
      const { at, callback } = waiting;
      waiting = undefined;
      now = Math.max(now, at);
      wakes++;
      callback();
    }
    now = until;
    return wakes;
  };
  const served: number[] = [];
  const serve = idleThrottle.intercept(() => served.push(frames.length));
  return {
    pass,
    frames,
    /** Returns the number of frames that a request finds. */
    ask: () => {
      serve({} as Exchange, {} as EngineRequest);
      return served.at(-1);
    },
    subscribe: (count: number) => {
      subscribers = count;
    },
    isExact: () => waiting?.isExact,
  };
}

test('an idle host wakes up once for ten frames and runs all of them', () => {
  const { pass, frames } = host();
  assert.equal(pass(5000), 500);
  assert.equal(pass(10_000), 100);
  assert.equal(frames.length, 1500);
  assert.deepEqual(
    frames.map((time) => Math.round(time)),
    Array.from({ length: 1500 }, (_, i) => 10 * (i + 1)),
  );
});

test('a request first runs the frames that are due, and the following frames run on time', () => {
  const { pass, ask } = host();
  pass(20_045);
  assert.equal(ask(), 2004);
  assert.equal(pass(5), 1);
  assert.equal(ask(), 2005);
  assert.equal(pass(5000), 500);
  assert.equal(pass(5000), 50);
});

test('frames run on time for a subscriber, and for some seconds after the last one has left', () => {
  const { pass, subscribe, ask, isExact } = host();
  pass(20_000);
  subscribe(1);
  ask();
  assert.equal(isExact(), true);
  assert.equal(pass(20_000), 2000);
  subscribe(0);
  assert.equal(pass(5000), 500);
  assert.equal(isExact(), false);
  assert.equal(pass(5000), 50);
});

test('frames run on time if the state can be read without a request', () => {
  const { pass } = host(false);
  assert.equal(pass(20_000), 2000);
});
