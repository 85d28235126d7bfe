/** What a frame timer needs of its platform. */
export interface Scheduler {
  /** Monotonic milliseconds. */
  now(): number;
  /**
   * Calls `callback` once after `ms`, in an event-loop turn of its own; returns what cancels it. Where it need not be exact, it
   * may come a millisecond too early or too late, and wakes the process once.
   */
  wait(ms: number, callback: () => void, isExact: boolean): () => void;
}

/** A time-out counts whole milliseconds and from the start of the event-loop turn: it comes early, and the rest is waited for. */
const approachMs = 1;
/** An event-loop turn as short as this had nothing to do: after a sleep it takes some 0.05 ms by itself. */
const idleTurnMs = 0.12;
/** The longest sleep of the last stretch: what a request that comes just then may have to wait. */
const longestSleepMs = 1;
/** So near to the time there is no sense in waiting. */
const nearMs = 0.02;

/** Never notified: waiting on it is a sleep of less than a millisecond. */
const sleeper = new Int32Array(new SharedArrayBuffer(4));

export const systemScheduler: Scheduler = {
  now: () => performance.now(),
  wait(ms, callback, isExact) {
    if (!isExact) {
      const roughly = setTimeout(callback, Math.round(ms));
      return () => clearTimeout(roughly);
    }
    const due = performance.now() + ms;
    let timeout: NodeJS.Timeout | undefined;
    let immediate: NodeJS.Immediate | undefined;
    const approach = () => {
      const turnStart = performance.now();
      immediate = setImmediate(() => {
        const now = performance.now();
        // Sleeps only when nothing else wants the thread: under load the event loop's own turns are wait enough.
        if (now - turnStart < idleTurnMs && due - now > nearMs) {
          Atomics.wait(sleeper, 0, 0, Math.min(due - now, longestSleepMs));
        }
        if (due - performance.now() <= nearMs) callback();
        else approach();
      });
    };
    if (ms > approachMs) timeout = setTimeout(approach, Math.floor(ms));
    else approach();
    return () => {
      clearTimeout(timeout);
      clearImmediate(immediate);
    };
  },
};

/** More missed frames than these are dropped and not made up for: after a pause there is no burst. */
const maxFramesBehind = 5;

/**
 * Ticks with a fixed period and without drift: each tick is waited for against its absolute deadline, so that what
 * one time-out is late the next one is shorter.
 */
export class FrameTimer {
  readonly #scheduler: Scheduler;
  readonly #period: number;
  readonly #onTick: () => void;
  readonly #isExact: () => boolean;
  #origin: number;
  #ticks = 0;
  #cancel: (() => void) | undefined;

  /**
   * @param period in milliseconds
   * @param isExact whether somebody would notice that the next tick comes a millisecond too early or too late
   */
  constructor(scheduler: Scheduler, period: number, onTick: () => void, isExact: () => boolean = () => true) {
    this.#scheduler = scheduler;
    this.#period = period;
    this.#onTick = onTick;
    this.#isExact = isExact;
    this.#origin = scheduler.now();
    this.#schedule();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #schedule(): void {
    let remaining = this.#origin + (this.#ticks + 1) * this.#period - this.#scheduler.now();
    if (remaining < -maxFramesBehind * this.#period) {
      this.#origin -= remaining;
      remaining = 0;
    }
    // A tick that is overdue waits for nothing: Node.js warns of time-outs that are negative.
    this.#cancel = this.#scheduler.wait(Math.max(0, remaining), this.#tick, this.#isExact());
  }

  readonly #tick = (): void => {
    this.#ticks++;
    // Scheduled first, so that the tick may stop the timer, and an exception does not.
    this.#schedule();
    this.#onTick();
  };
}
