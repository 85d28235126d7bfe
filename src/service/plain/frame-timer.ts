import { platform } from '../common/platform.js';

/** The clock and timer of a frame timer. */
export interface Scheduler {
  /** Monotonic milliseconds. */
  now(): number;
  /**
   * Calls `callback` once after `ms`, in its own turn of the event loop, and returns a function that cancels it. If
   * `isExact` is false, it may be a millisecond early or late and wakes the process once.
   */
  wait(ms: number, callback: () => void, isExact: boolean): () => void;
}

/**
 * Maximum wait in milliseconds without a timeout. A timeout counts whole milliseconds from the start of the turn, so
 * it may end early; the rest is waited for separately.
 */
const minTimeoutMs = 1;
/** Maximum milliseconds of an event-loop turn that had nothing to do; after a sleep it takes about 0.05 ms. */
const idleTurnMs = 0.12;
/** Maximum milliseconds of a sleep before the deadline; a request that arrives during it has to wait. */
const maxSleepMs = 1;
/** Remaining milliseconds that are not waited for. */
const negligibleMs = 0.02;

/** Never notified, so waiting on it sleeps for less than a millisecond. */
const sleeper = new Int32Array(new SharedArrayBuffer(4));

export const systemScheduler: Scheduler = {
  now: () => platform.now(),
  wait(ms, callback, isExact) {
    if (!isExact) {
      const timeout = platform.setTimeout(callback, Math.round(ms));
      return () => platform.clearTimeout(timeout);
    }
    const due = platform.now() + ms;
    let timeout: NodeJS.Timeout | undefined;
    let immediate: NodeJS.Immediate | undefined;
    const approach = () => {
      const turnStart = platform.now();
      immediate = platform.setImmediate(() => {
        const now = platform.now();
        // Sleeps only if the thread has nothing else to do; under load the turns themselves take long enough.
        if (now - turnStart < idleTurnMs && due - now > negligibleMs) {
          Atomics.wait(sleeper, 0, 0, Math.min(due - now, maxSleepMs));
        }
        if (due - platform.now() <= negligibleMs) callback();
        else approach();
      });
    };
    if (ms > minTimeoutMs) timeout = platform.setTimeout(approach, Math.floor(ms));
    else approach();
    return () => {
      platform.clearTimeout(timeout);
      platform.clearImmediate(immediate);
    };
  },
};

/** Maximum number of missed frames that are made up for; more are dropped, so a pause causes no burst. */
const maxFramesBehind = 5;

/**
 * The required timing of frames: `exact`, `rough` (a millisecond early or late is fine), or `grouped` (several
 * frames run one after another, and the process wakes up once for all of them).
 */
export type Pace = 'exact' | 'rough' | 'grouped';

/** Milliseconds that an idle process sleeps between groups of frames. */
const groupMs = 100;
/** Maximum milliseconds for frames of a group in one turn, so that requests need not wait for all of them. */
const maxGroupTurnMs = 4;

/**
 * Ticks with a fixed period and without drift: each tick waits for its absolute deadline, so a late tick shortens the
 * next wait.
 */
export class FrameTimer {
  readonly #scheduler: Scheduler;
  readonly #periodMs: number;
  readonly #onTick: (behind: number) => void;
  readonly #pace: () => Pace;
  readonly #groupTicks: number;
  #originMs: number;
  #ticks = 0;
  /** Number of ticks at the next wake-up. */
  #planned = 1;
  #isGrouped = false;
  #isStopped = false;
  #cancel: (() => void) | undefined;

  /**
   * @param period milliseconds between ticks
   * @param onTick receives how many milliseconds late a tick of a group is; 0 for all others
   * @param pace called before each wait
   */
  constructor(
    scheduler: Scheduler,
    period: number,
    onTick: (behind: number) => void,
    pace: () => Pace = () => 'exact',
  ) {
    this.#scheduler = scheduler;
    this.#periodMs = period;
    this.#onTick = onTick;
    this.#pace = pace;
    this.#groupTicks = Math.max(1, Math.floor(groupMs / period));
    this.#originMs = scheduler.now();
    this.#schedule();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  /** Runs the overdue ticks of a group now. Do not call it from a tick. */
  catchUp(): void {
    if (!this.#isGrouped || this.#isStopped) return;
    this.#cancel?.();
    // Runs all of them without a time limit, because the caller waits for their result.
    this.#run(Math.min(this.#countDueTicks(), this.#groupTicks + maxFramesBehind), Number.POSITIVE_INFINITY);
  }

  #schedule(): void {
    const pace = this.#pace();
    const due = this.#countDueTicks();
    this.#isGrouped = pace === 'grouped';
    // Ticks that are due already do not wait for a full group.
    this.#planned = this.#isGrouped ? (due > 0 ? Math.min(due, this.#groupTicks) : this.#groupTicks) : 1;
    let remaining = this.#timeOf(this.#ticks + this.#planned) - this.#scheduler.now();
    if (remaining < -maxFramesBehind * this.#periodMs) {
      this.#originMs -= remaining;
      remaining = 0;
    }
    // An overdue tick does not wait; Node.js warns about negative timeouts.
    this.#cancel = this.#scheduler.wait(Math.max(0, remaining), this.#wake, pace === 'exact');
  }

  readonly #wake = (): void => this.#run(this.#planned, this.#scheduler.now() + maxGroupTurnMs);

  #run(ticks: number, until: number): void {
    // An exception ends this group but not the timer; a tick may stop the timer.
    try {
      for (let i = 0; i < ticks && !this.#isStopped && (i === 0 || this.#scheduler.now() < until); i++) {
        this.#ticks++;
        this.#onTick(this.#isGrouped ? Math.max(0, this.#scheduler.now() - this.#timeOf(this.#ticks)) : 0);
      }
    } finally {
      if (!this.#isStopped) this.#schedule();
    }
  }

  #timeOf(tick: number): number {
    return this.#originMs + tick * this.#periodMs;
  }

  /** Returns the number of ticks that are due and were not run yet. */
  #countDueTicks(): number {
    return Math.floor((this.#scheduler.now() - this.#originMs) / this.#periodMs) - this.#ticks;
  }
}
