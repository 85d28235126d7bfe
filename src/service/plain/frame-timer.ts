import { platform } from '../platform.js';

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
  now: () => platform.now(),
  wait(ms, callback, isExact) {
    if (!isExact) {
      const roughly = platform.setTimeout(callback, Math.round(ms));
      return () => platform.clearTimeout(roughly);
    }
    const due = platform.now() + ms;
    let timeout: NodeJS.Timeout | undefined;
    let immediate: NodeJS.Immediate | undefined;
    const approach = () => {
      const turnStart = platform.now();
      immediate = platform.setImmediate(() => {
        const now = platform.now();
        // Sleeps only when nothing else wants the thread: under load the event loop's own turns are wait enough.
        if (now - turnStart < idleTurnMs && due - now > nearMs) {
          Atomics.wait(sleeper, 0, 0, Math.min(due - now, longestSleepMs));
        }
        if (due - platform.now() <= nearMs) callback();
        else approach();
      });
    };
    if (ms > approachMs) timeout = platform.setTimeout(approach, Math.floor(ms));
    else approach();
    return () => {
      platform.clearTimeout(timeout);
      platform.clearImmediate(immediate);
    };
  },
};

/** More missed frames than these are dropped and not made up for: after a pause there is no burst. */
const maxFramesBehind = 5;

/**
 * How closely somebody follows the frames: `exact` where each is to come in its time, `rough` where nobody would notice that one
 * comes a millisecond too early or too late, `grouped` where nobody notices when they come: then several run one after another,
 * and the process wakes up once for all of them.
 */
export type Pace = 'exact' | 'rough' | 'grouped';

/** What a process that nobody asks for anything sleeps between its frames. */
const groupMs = 100;
/** Frames of a group that take longer wait for another event-loop turn: whoever comes meanwhile is not to wait for all of them. */
const longestGroupMs = 4;

/**
 * Ticks with a fixed period and without drift: each tick is waited for against its absolute deadline, so that what
 * one time-out is late the next one is shorter.
 */
export class FrameTimer {
  readonly #scheduler: Scheduler;
  readonly #period: number;
  readonly #onTick: (behind: number) => void;
  readonly #pace: () => Pace;
  readonly #groupTicks: number;
  #origin: number;
  #ticks = 0;
  /** How many ticks the next wake-up is for. */
  #planned = 1;
  #isGrouped = false;
  #isStopped = false;
  #cancel: (() => void) | undefined;

  /**
   * @param period in milliseconds
   * @param onTick gets by how many milliseconds a tick of a group comes after its time; 0 for all others
   * @param pace asked before each wait
   */
  constructor(
    scheduler: Scheduler,
    period: number,
    onTick: (behind: number) => void,
    pace: () => Pace = () => 'exact',
  ) {
    this.#scheduler = scheduler;
    this.#period = period;
    this.#onTick = onTick;
    this.#pace = pace;
    this.#groupTicks = Math.max(1, Math.floor(groupMs / period));
    this.#origin = scheduler.now();
    this.#schedule();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  /** Ends the waiting for a group: the ticks whose time has come are run now. Not from within a tick. */
  catchUp(): void {
    if (!this.#isGrouped || this.#isStopped) return;
    this.#cancel?.();
    // All of them: whoever comes waits for them, and finds what they leave.
    this.#run(Math.min(this.#due(), this.#groupTicks + maxFramesBehind), Number.POSITIVE_INFINITY);
  }

  #schedule(): void {
    const pace = this.#pace();
    const due = this.#due();
    this.#isGrouped = pace === 'grouped';
    // What is due already waits for no others.
    this.#planned = this.#isGrouped ? (due > 0 ? Math.min(due, this.#groupTicks) : this.#groupTicks) : 1;
    let remaining = this.#timeOf(this.#ticks + this.#planned) - this.#scheduler.now();
    if (remaining < -maxFramesBehind * this.#period) {
      this.#origin -= remaining;
      remaining = 0;
    }
    // A tick that is overdue waits for nothing: Node.js warns of time-outs that are negative.
    this.#cancel = this.#scheduler.wait(Math.max(0, remaining), this.#wake, pace === 'exact');
  }

  readonly #wake = (): void => this.#run(this.#planned, this.#scheduler.now() + longestGroupMs);

  #run(ticks: number, until: number): void {
    // An exception ends this group, and not the timer; and so may a tick.
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
    return this.#origin + tick * this.#period;
  }

  /** Ticks whose time has come, and that have not been run. */
  #due(): number {
    return Math.floor((this.#scheduler.now() - this.#origin) / this.#period) - this.#ticks;
  }
}
