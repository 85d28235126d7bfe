import { platform } from '../../service/common/platform.js';
import { FrameTimer, type Pace, type Scheduler, systemScheduler } from '../../service/plain/frame-timer.js';

export type ClockMode = 'real' | 'manual';

/** The time of the engine, and the source of its frames. */
export interface EngineClock {
  readonly mode: ClockMode;
  /** Frames per second. */
  readonly rate: number;
  /** Milliseconds since the engine was created; never goes back. Times the network. */
  now(): number;
  /** Milliseconds since the last reset. Times the scene. */
  time(): number;
  /** Returns `time` to 0. */
  reset(): void;
  /** Milliseconds since 1970, UTC. */
  wallTime(): number;
  /** Starts the frames; `onFrame` gets `time`. */
  start(onFrame: (time: number) => void): void;
  /** Runs the frames that are due but grouped with later ones. Do not call it within a frame. */
  catchUp(): void;
  stop(): void;
}

/** A clock whose frames follow real time. */
export class RealClock implements EngineClock {
  readonly mode = 'real';
  readonly rate: number;
  readonly #scheduler: Scheduler;
  readonly #origin: number;
  #began: number;
  readonly #pace: () => Pace;
  /** `time` of the last frame. */
  #last = 0;
  #timer: FrameTimer | undefined;

  constructor(rate: number, pace: () => Pace, scheduler: Scheduler = systemScheduler) {
    this.rate = rate;
    this.#pace = pace;
    this.#scheduler = scheduler;
    this.#origin = scheduler.now();
    this.#began = this.#origin;
  }

  now(): number {
    return this.#scheduler.now() - this.#origin;
  }

  time(): number {
    return this.#scheduler.now() - this.#began;
  }

  reset(): void {
    this.#began = this.#scheduler.now();
    this.#last = 0;
  }

  wallTime(): number {
    return platform.wallNow();
  }

  start(onFrame: (time: number) => void): void {
    this.stop();
    const onTick = (behind: number) => {
      this.#last = Math.max(this.#last, this.time() - behind);
      onFrame(this.#last);
    };
    this.#timer = new FrameTimer(this.#scheduler, 1000 / this.rate, onTick, this.#pace);
  }

  catchUp(): void {
    this.#timer?.catchUp();
  }

  stop(): void {
    this.#timer?.stop();
    this.#timer = undefined;
  }
}

/** A clock that advances only by steps of exactly 1/rate seconds, one frame each. */
export class ManualClock implements EngineClock {
  readonly mode = 'manual';
  readonly rate: number;
  readonly #wallStart: number;
  #frames = 0;
  /** Number of frames before the last reset. */
  #before = 0;
  #onFrame: ((time: number) => void) | undefined;

  constructor(rate: number, wallStart: number) {
    this.rate = rate;
    this.#wallStart = wallStart;
  }

  now(): number {
    // A product has no rounding errors to add up: 60 steps at 60 Hz are exactly one second.
    return (this.#frames * 1000) / this.rate;
  }

  time(): number {
    return ((this.#frames - this.#before) * 1000) / this.rate;
  }

  reset(): void {
    this.#before = this.#frames;
  }

  wallTime(): number {
    return this.#wallStart + this.now();
  }

  start(onFrame: (time: number) => void): void {
    this.#onFrame = onFrame;
  }

  /** A step runs its frames immediately, so none is due. */
  catchUp(): void {}

  stop(): void {
    this.#onFrame = undefined;
  }

  /** Runs a number of frames. A frame that stops the engine is the last. */
  step(frames: number): void {
    for (let i = 0; i < frames && this.#onFrame !== undefined; i++) {
      this.#frames++;
      this.#onFrame(this.time());
    }
  }
}
