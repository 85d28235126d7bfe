import { type ApplicationCode, callOutside } from '../common/application-code.js';
import { Listeners } from '../common/listeners.js';
import type { HostFrames, Unsubscribe } from '../host.js';
import { asEngine } from '../members/origin.js';

/** The frame loop of an application: a timer of the service or the application's own loop. */
export interface FrameLoop {
  /** Calls `frame` at the end of every frame, until the returned function is called. */
  onFrame(frame: () => void): Unsubscribe;
}

/** The frames of a loop, subscribed to only while a service needs them, so that the loop keeps no process alive. */
export class PlainFrames implements HostFrames {
  readonly #now: () => number;
  readonly #code: ApplicationCode;
  readonly #loop: FrameLoop;
  readonly #sampler = new FpsSampler();
  readonly #frameEnds: Listeners<[]>;
  #posted: (() => void)[] = [];
  #userCount = 0;
  #unsubscribe: Unsubscribe | undefined;
  #isInFrame = false;
  count = 0;

  constructor(now: () => number, code: ApplicationCode, loop: FrameLoop) {
    this.#now = now;
    this.#code = code;
    this.#frameEnds = new Listeners((error) => code.report('A listener of the frames', error));
    this.#loop = loop;
  }

  fps(): number {
    return this.#sampler.read(this.#now());
  }

  post(task: () => void): void {
    this.#posted.push(task);
  }

  onFrameEnd(listener: () => void): Unsubscribe {
    return this.#frameEnds.add(listener);
  }

  run(): Unsubscribe {
    this.#unsubscribe ??= this.#subscribe();
    this.#userCount++;
    let isNeeded = true;
    return () => {
      if (!isNeeded) return;
      isNeeded = false;
      if (--this.#userCount === 0) this.stop();
    };
  }

  stop(): void {
    const unsubscribe = this.#unsubscribe;
    // The application's loop may throw; the next service must still be able to subscribe.
    this.#unsubscribe = undefined;
    unsubscribe?.();
  }

  /**
   * Runs one frame: posted tasks, then listeners, whose errors are logged.
   * @throws Error inside another frame
   */
  frame(): void {
    if (this.#isInFrame) throw new Error('A frame cannot begin inside of another one');
    this.#isInFrame = true;
    this.count++;
    this.#sampler.count(this.#now());
    const posted = this.#posted;
    this.#posted = [];
    try {
      asEngine(() => {
        for (const task of posted) callOutside(this.#code, 'A task for the next frame', task);
        this.#frameEnds.notify();
      });
    } finally {
      this.#isInFrame = false;
    }
  }

  #subscribe(): Unsubscribe {
    const unsubscribe: unknown = this.#loop.onFrame(() => this.frame());
    if (typeof unsubscribe === 'function') return unsubscribe as Unsubscribe;
    throw new Error('loop.onFrame(frame) must return a function that ends the subscription');
  }
}

const windowMs = 1000;

/** Counts frames in windows of one second of host time; the last full one is the frame rate (PRF-2). */
export class FpsSampler {
  #windowEnd = windowMs;
  #currentCount = 0;
  #lastCount = 0;

  /** Counts a frame at `now`, in milliseconds. A frame on the boundary belongs to the second that it completes. */
  count(now: number): void {
    if (now > this.#windowEnd) this.#closeWindows(now);
    this.#currentCount++;
    if (now === this.#windowEnd) this.#closeWindows(now);
  }

  /** Returns the number of frames in the last full second before `now`; 0 during the first second. */
  read(now: number): number {
    if (now > this.#windowEnd) this.#closeWindows(now);
    return this.#lastCount;
  }

  #closeWindows(now: number): void {
    const closed = Math.floor((now - this.#windowEnd) / windowMs) + 1;
    // If several seconds have passed, only the first of them had frames.
    this.#lastCount = closed === 1 ? this.#currentCount : 0;
    this.#currentCount = 0;
    this.#windowEnd += closed * windowMs;
  }
}
