import { platform } from '../../service/common/platform.js';
import { FrameTimer, type Pace, type Scheduler, systemScheduler } from '../../service/plain/frame-timer.js';

export type ClockMode = 'real' | 'manual';

/** The engine's time, and what makes its frames happen. */
export interface EngineClock {
  readonly mode: ClockMode;
  /** Frames per second. */
  readonly rate: number;
  /** Milliseconds since the engine was made; never goes back. What concerns the network is timed by it. */
  now(): number;
  /** Milliseconds since time began, the last time: what happens in the scene. */
  time(): number;
  /** Lets `time` begin again, at 0. */
  reset(): void;
  /** Milliseconds since 1970, UTC. */
  wallTime(): number;
  /** Lets frames happen: `onFrame` gets `time`. */
  start(onFrame: (time: number) => void): void;
  /** Runs the frames that wait for others, so that all see the present; not from within a frame. */
  catchUp(): void;
  stop(): void;
}

/** Frames follow real time. */
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

/** Time stands still until it is told to go on: one step is one frame of exactly 1/rate seconds. */
export class ManualClock implements EngineClock {
  readonly mode = 'manual';
  readonly rate: number;
  readonly #wallStart: number;
  #frames = 0;
  /** Frames before time began the last time. */
  #before = 0;
  #onFrame: ((time: number) => void) | undefined;

  constructor(rate: number, wallStart: number) {
    this.rate = rate;
    this.#wallStart = wallStart;
  }

  now(): number {
    // A product and not a sum: 60 steps at 60 Hz are one second exactly.
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

  /** Nothing waits: a step runs its frames at once. */
  catchUp(): void {}

  stop(): void {
    this.#onFrame = undefined;
  }

  /** Runs `frames` frames, one after another. They end early when a frame stops the engine. */
  step(frames: number): void {
    for (let i = 0; i < frames && this.#onFrame !== undefined; i++) {
      this.#frames++;
      this.#onFrame(this.time());
    }
  }
}
