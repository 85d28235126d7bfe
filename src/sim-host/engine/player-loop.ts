import { Listeners } from '../../service/common/listeners.js';
import { asEngine } from '../../service/members/origin.js';
import { FpsSampler } from '../../service/plain/plain-frames.js';
import { FrameGaps } from './frame-gaps.js';

/** The frame that listeners are called in. */
export interface FrameTime {
  /** Number of the frame, counted from 1. */
  readonly frame: number;
  /** Host time in seconds since the start. */
  readonly time: number;
}

/** The player loop: posted tasks, update, frame end. */
export class PlayerLoop {
  readonly update: Listeners<[FrameTime]>;
  /** Notified after all engine work of the frame; changes are sent here. */
  readonly frameEnd: Listeners<[FrameTime]>;
  readonly #onException: (error: unknown) => void;
  #sampler = new FpsSampler();
  #gaps = new FrameGaps();
  #posted: (() => void)[] = [];
  #frame = 0;
  #time = 0;
  #isRunningFrame = false;

  constructor(onException: (error: unknown) => void) {
    this.#onException = onException;
    this.update = new Listeners(onException);
    this.frameEnd = new Listeners(onException);
  }

  /** The times between frames. */
  get gaps(): FrameGaps {
    return this.#gaps;
  }

  /** Frames since the start. */
  get frame(): number {
    return this.#frame;
  }

  /** Host time of the current or last frame, in seconds. */
  get time(): number {
    return this.#time;
  }

  /** Returns the frames in the last full second before `now`, in milliseconds of host time (PRF-2). */
  fps(now: number): number {
    return this.#sampler.read(now);
  }

  /** Sends the changes that were made between two frames, as the end of a frame does. */
  flush(): void {
    asEngine(() => this.frameEnd.notify({ frame: this.#frame, time: this.#time }));
  }

  /** Runs `task` at the start of the next frame, in the order of the calls. Tasks may post further tasks. */
  post(task: () => void): void {
    this.#posted.push(task);
  }

  /**
   * Runs one frame at `now`, in milliseconds of host time.
   * @throws Error if called within a frame
   */
  runFrame(now: number): void {
    if (this.#isRunningFrame) throw new Error('A frame cannot be run from within a frame');
    this.#isRunningFrame = true;
    try {
      asEngine(() => this.#runPhases(now));
    } finally {
      this.#isRunningFrame = false;
    }
  }

  /**
   * Runs the posted tasks, then returns to frame 0 and time 0.
   * @throws Error if called within a frame
   */
  reset(): void {
    if (this.#isRunningFrame) throw new Error('Time cannot be reset within a frame');
    asEngine(() => this.#runPosted());
    this.#frame = 0;
    this.#time = 0;
    this.#sampler = new FpsSampler();
    this.#gaps = new FrameGaps();
  }

  #runPhases(now: number): void {
    const seconds = now / 1000;
    this.#frame++;
    this.#time = seconds;
    this.#sampler.count(now);
    this.#gaps.note(now);
    this.#runPosted();
    const time = { frame: this.#frame, time: seconds };
    this.update.notify(time);
    this.frameEnd.notify(time);
  }

  #runPosted(): void {
    const tasks = this.#posted;
    this.#posted = [];
    for (const task of tasks) {
      try {
        task();
      } catch (error) {
        this.#onException(error);
      }
    }
  }
}
