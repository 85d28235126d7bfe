import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EngineRequest, Exchange } from '../service/index.js';
import type { Scheduler } from '../service/plain/frame-timer.js';
import { RealClock } from './engine/clock.js';
import { IdleThrottle } from './idle-throttle.js';

/** A host at 100 frames a second in time that a test moves, which is awake once for each wait that ends. */
function host(areAllSeen = true) {
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
    () => areAllSeen,
  );
  clock.start((time) => frames.push(time));
  /** Lets time pass; resolves with how often the process woke up. */
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
    /** How many frames a request finds. */
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

test('a host that nobody asks for anything wakes up for ten frames at one time, and runs all of them', () => {
  const { pass, frames } = host();
  assert.equal(pass(5000), 500);
  assert.equal(pass(10_000), 100);
  assert.equal(frames.length, 1500);
  assert.deepEqual(
    frames.map((time) => Math.round(time)),
    Array.from({ length: 1500 }, (_, i) => 10 * (i + 1)),
  );
});

test('a request finds what it would find if each frame had come in its time, and the next ones do so', () => {
  const { pass, ask } = host();
  pass(20_045);
  assert.equal(ask(), 2004);
  assert.equal(pass(5), 1);
  assert.equal(ask(), 2005);
  assert.equal(pass(5000), 500);
  assert.equal(pass(5000), 50);
});

test('who is subscribed has each frame in its time, and some seconds after the last one are as those after a request', () => {
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

test('where somebody could look without a request, frames come in their time', () => {
  const { pass } = host(false);
  assert.equal(pass(20_000), 2000);
});
