import { asEngine } from '../access/origin.js';
import { type ApplicationCode, callOutside, Listeners } from '../application-code.js';
import type { HostFrames, Unsubscribe } from '../host.js';

/** The frames of an application: our timer, or its own loop. */
export interface FrameLoop {
  /** Calls `frame` once per frame, at its end, until the answer is called. */
  onFrame(frame: () => void): Unsubscribe;
}

/** Frames of a loop that is listened to only while a service needs them, so that it does not keep a process alive. */
export class PlainFrames implements HostFrames {
  readonly #now: () => number;
  readonly #code: ApplicationCode;
  readonly #loop: FrameLoop;
  readonly #sampler = new FpsSampler();
  readonly #frameEnds: Listeners<[]>;
  #posted: (() => void)[] = [];
  #users = 0;
  #leave: Unsubscribe | undefined;
  #isInFrame = false;
  count = 0;

  constructor(now: () => number, code: ApplicationCode, loop: FrameLoop) {
    this.#now = now;
    this.#code = code;
    this.#frameEnds = new Listeners(code, 'A listener of the frames');
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
    this.#leave ??= this.#enter();
    this.#users++;
    let isNeeded = true;
    return () => {
      if (!isNeeded) return;
      isNeeded = false;
      if (--this.#users === 0) this.stop();
    };
  }

  stop(): void {
    const leave = this.#leave;
    // The loop is the application's: should it fail, the next service still asks it for frames.
    this.#leave = undefined;
    leave?.();
  }

  /** One frame: what was posted, then its end. What listeners throw is logged. @throws Error inside of a frame. */
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
        this.#frameEnds.tell();
      });
    } finally {
      this.#isInFrame = false;
    }
  }

  #enter(): Unsubscribe {
    const leave: unknown = this.#loop.onFrame(() => this.frame());
    if (typeof leave === 'function') return leave as Unsubscribe;
    throw new Error('loop.onFrame(frame) must return a function that ends the subscription');
  }
}

const windowMs = 1000;

/** Counts frames over windows of one second of host time; the last full one is the frame rate (PRF-2). */
export class FpsSampler {
  #windowEnd = windowMs;
  #inWindow = 0;
  #lastWindow = 0;

  /** Counts a frame at `now`, in milliseconds. A frame on the boundary belongs to the second that it completes. */
  count(now: number): void {
    if (now > this.#windowEnd) this.#closeWindows(now);
    this.#inWindow++;
    if (now === this.#windowEnd) this.#closeWindows(now);
  }

  /** Frames in the last full second before `now`; 0 during the first second. */
  read(now: number): number {
    if (now > this.#windowEnd) this.#closeWindows(now);
    return this.#lastWindow;
  }

  #closeWindows(now: number): void {
    const closed = Math.floor((now - this.#windowEnd) / windowMs) + 1;
    // Of several seconds that passed, all but the first saw no frame.
    this.#lastWindow = closed === 1 ? this.#inWindow : 0;
    this.#inWindow = 0;
    this.#windowEnd += closed * windowMs;
  }
}
