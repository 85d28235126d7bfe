import type { Host } from './host.js';
import { platform } from './platform.js';

/** What `within` gives for a promise that has not settled in time. */
export const tooLate = Symbol('too late');

/**
 * Waits for code of the application, and no longer than `ms` milliseconds of host time: on a manual clock frames alone
 * bring the end. The promise itself goes on; its rejection after that is the caller's to report.
 */
export function within<T>(
  host: Pick<Host, 'clock' | 'frames'>,
  ms: number,
  promise: Promise<T>,
): Promise<T | typeof tooLate> {
  return new Promise((resolve, reject) => {
    const cancel = whenPassed(host, ms, () => resolve(tooLate));
    promise.then(resolve, reject).finally(cancel);
  });
}

/** Calls `action` once, `ms` milliseconds of host time from now; the answer cancels it. */
function whenPassed({ clock, frames }: Pick<Host, 'clock' | 'frames'>, ms: number, action: () => void) {
  const due = clock.now() + ms;
  if (clock.mode === 'manual') {
    const end = frames.onFrameEnd(() => {
      if (clock.now() < due) return;
      end();
      action();
    });
    return end;
  }
  // The application's frames may stand still, and time goes on.
  const timer = platform.setTimeout(action, ms);
  timer.unref();
  return () => platform.clearTimeout(timer);
}

/** Waits for `work`, which does not fail, and for so many milliseconds at most. @returns whether it has ended */
export async function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = platform.setTimeout(() => resolve(false), ms);
  });
  const ended = await Promise.race([work.then(() => true), late]);
  platform.clearTimeout(timer);
  return ended;
}
