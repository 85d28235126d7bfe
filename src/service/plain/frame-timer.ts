/** What a frame timer needs of its platform. */
export interface Scheduler {
  /** Monotonic milliseconds. */
  now(): number;
  /** Calls `callback` once after about `ms`, in an event-loop turn of its own; returns what cancels it. */
  wait(ms: number, callback: () => void): () => void;
}

export const systemScheduler: Scheduler = {
  now: () => performance.now(),
  wait(ms, callback) {
    // Rounded down: a time-out fires up to a millisecond late, and one that is early by as much does no harm.
    const whole = Math.floor(ms);
    if (whole < 1) {
      const immediate = setImmediate(callback);
      return () => clearImmediate(immediate);
    }
    const timeout = setTimeout(callback, whole);
    return () => clearTimeout(timeout);
  },
};

/** More missed frames than these are dropped and not made up for: after a pause there is no burst. */
const mostFramesBehind = 5;

/**
 * Ticks with a fixed period and without drift: each tick is waited for against its absolute deadline, so that what
 * one time-out is late the next one is shorter.
 */
export class FrameTimer {
  readonly #scheduler: Scheduler;
  readonly #period: number;
  readonly #onTick: () => void;
  #origin: number;
  #ticks = 0;
  #cancel: (() => void) | undefined;

  /** @param period in milliseconds */
  constructor(scheduler: Scheduler, period: number, onTick: () => void) {
    this.#scheduler = scheduler;
    this.#period = period;
    this.#onTick = onTick;
    this.#origin = scheduler.now();
    this.#schedule();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #schedule(): void {
    let remaining = this.#origin + (this.#ticks + 1) * this.#period - this.#scheduler.now();
    if (remaining < -mostFramesBehind * this.#period) {
      this.#origin -= remaining;
      remaining = 0;
    }
    this.#cancel = this.#scheduler.wait(remaining, this.#tick);
  }

  readonly #tick = (): void => {
    this.#ticks++;
    // Scheduled first, so that the tick may stop the timer, and an exception does not.
    this.#schedule();
    this.#onTick();
  };
}
