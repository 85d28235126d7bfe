import { platform } from '../common/platform.js';

/** Maximum milliseconds of work between two turns of the event loop. */
const sliceMs = 0.5;

interface Task {
  readonly steps: Iterator<void>;
  readonly onDone: ((spent: number) => void) | undefined;
  spent: number;
}

/**
 * Runs work on thousands of subscribers in slices between frames, one task after another. One core writes to some
 * 200,000 connections per second, so a thousand without a break would delay a frame.
 */
export class IncrementalWork {
  readonly #now: () => number;
  readonly #tasks: Task[] = [];
  /** Milliseconds left of this turn's slice. */
  #budget = sliceMs;

  /** @param now returns real monotonic milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  get isDone(): boolean {
    return this.#tasks.length === 0;
  }

  /**
   * Queues a task and runs it as far as this turn's slice allows. A step must be short, since it is not interrupted.
   * `onDone` gets the milliseconds of work, without pauses.
   */
  begin(steps: Iterator<void>, onDone?: (spent: number) => void): void {
    this.#tasks.push({ steps, onDone, spent: 0 });
    this.#runSlice();
  }

  /** Completes all tasks immediately, as a frame on a manual clock requires. */
  finish(): void {
    while (!this.isDone) this.#run(Number.POSITIVE_INFINITY);
  }

  #runSlice(): void {
    if (this.#budget <= 0) return;
    while (!this.isDone && this.#budget > 0) this.#budget -= this.#run(this.#budget);
    if (this.#budget <= 0) platform.setImmediate(this.#nextTurn);
  }

  readonly #nextTurn = (): void => {
    this.#budget = sliceMs;
    this.#runSlice();
  };

  /** Runs the first task for `ms` milliseconds and returns the milliseconds spent. */
  #run(ms: number): number {
    const task = this.#tasks[0]!;
    const start = this.#now();
    let spent = 0;
    let isDone = false;
    while (!isDone && spent < ms) {
      isDone = task.steps.next().done === true;
      spent = this.#now() - start;
    }
    task.spent += spent;
    if (isDone) {
      this.#tasks.shift();
      task.onDone?.(task.spent);
    }
    return spent;
  }
}
