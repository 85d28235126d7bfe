import { platform } from '../platform.js';

/** The longest that work goes on before frames and requests get their turn, in milliseconds. */
const sliceMs = 0.5;

interface Task {
  readonly steps: Iterator<void>;
  readonly onDone: ((spent: number) => void) | undefined;
  spent: number;
}

/**
 * Work on thousands of subscribers, done in slices: a core writes to some 200,000 connections a second, so that a
 * thousand of them at once would hold a frame up. Tasks are done one after another, in the order of `begin`.
 */
export class IncrementalWork {
  readonly #now: () => number;
  readonly #tasks: Task[] = [];
  /** What is left of this turn's slice, in milliseconds. */
  #budget = sliceMs;

  /** @param now real monotonic milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  get isDone(): boolean {
    return this.#tasks.length === 0;
  }

  /**
   * Begins a task and does at once what this turn of the event loop has time for. A step is what is done without a
   * look at the time, so it has to be short. `onDone` is told the milliseconds that it took, pauses not counted.
   */
  begin(steps: Iterator<void>, onDone?: (spent: number) => void): void {
    this.#tasks.push({ steps, onDone, spent: 0 });
    this.#slice();
  }

  /** Does at once what is left: on a manual clock a frame is over when all that it brought has been sent. */
  finish(): void {
    while (!this.isDone) this.#work(Number.POSITIVE_INFINITY);
  }

  #slice(): void {
    if (this.#budget <= 0) return;
    while (!this.isDone && this.#budget > 0) this.#budget -= this.#work(this.#budget);
    if (this.#budget <= 0) platform.setImmediate(this.#nextTurn);
  }

  readonly #nextTurn = (): void => {
    this.#budget = sliceMs;
    this.#slice();
  };

  /** Goes on with the first task for `ms` milliseconds; what it spent. */
  #work(ms: number): number {
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
