import type { HostClock } from '../host.js';

/** Returns the host's time as an ISO 8601 string in UTC with milliseconds. */
export function iso(clock: HostClock): string {
  return new Date(clock.wallTime()).toISOString();
}

/** Returns the `timestamp` member of a response. */
export function timestamp(clock: HostClock): { timestamp: string } {
  return { timestamp: iso(clock) };
}
