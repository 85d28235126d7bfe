import { performance } from 'node:perf_hooks';
import * as timers from 'node:timers';

/**
 * Timers and clocks as they were when this module was loaded. Tests may replace the global ones by fakes that do not
 * advance, with which a host could neither respond nor stop.
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
