import { performance } from 'node:perf_hooks';
import * as timers from 'node:timers';

/**
 * Timers and clocks as they are when this module loads. Tests of applications replace the global ones by fakes that stand still: a
 * host that waited for those would neither answer nor stop.
 */
export const platform = {
  setTimeout: timers.setTimeout,
  clearTimeout: timers.clearTimeout,
  setInterval: timers.setInterval,
  clearInterval: timers.clearInterval,
  setImmediate: timers.setImmediate,
  clearImmediate: timers.clearImmediate,
  /** Milliseconds of a monotonic clock. */
  now: performance.now.bind(performance),
  /** Milliseconds since 1970. */
  wallNow: Date.now,
};
