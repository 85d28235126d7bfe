import type { Host } from '../host.js';
import { platform } from './platform.js';

/** Result of `withTimeout` for a promise that has not settled in time. */
export const timedOut = Symbol('too late');

/**
 * Waits at most `ms` milliseconds of host time for application code; a manual clock advances only with frames.
 * The promise is not cancelled, and the caller reports its later rejection.
 */
export function withTimeout<T>(
  host: Pick<Host, 'clock' | 'frames'>,
  ms: number,
  promise: Promise<T>,
): Promise<T | typeof timedOut> {
  return new Promise((resolve, reject) => {
    const cancel = runAfter(host, ms, () => resolve(timedOut));
    promise.then(resolve, reject).finally(cancel);
  });
}

/** Calls `action` once after `ms` milliseconds of host time; the returned function cancels it. */
function runAfter({ clock, frames }: Pick<Host, 'clock' | 'frames'>, ms: number, action: () => void) {
  const due = clock.now() + ms;
  if (clock.mode === 'manual') {
    const end = frames.onFrameEnd(() => {
      if (clock.now() < due) return;
      end();
      action();
    });
    return end;
  }
  // Uses a timer, because frames may stop while time continues.
  const timer = platform.setTimeout(action, ms);
  timer.unref();
  return () => platform.clearTimeout(timer);
}

/**
 * Waits at most `ms` milliseconds for `work`, which must not reject.
 * @returns true if it has ended
 */
export async function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = platform.setTimeout(() => resolve(false), ms);
  });
  const ended = await Promise.race([work.then(() => true), late]);
  platform.clearTimeout(timer);
  return ended;
}
