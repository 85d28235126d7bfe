import type { HostClock } from '../host.js';

/** The host's time as ISO text, UTC, with milliseconds. */
export function iso(clock: HostClock): string {
  return new Date(clock.wallTime()).toISOString();
}

/** The `timestamp` member of an answer. */
export function timestamp(clock: HostClock): { timestamp: string } {
  return { timestamp: iso(clock) };
}
