import { platform } from '../../common/platform.js';

/** Maximum milliseconds of one turn of the event loop for large responses. */
const turnMs = 4;

/**
 * Continues large responses in limited turns of the event loop, so that frames and other requests run in between:
 * the system accepts megabytes per connection, read or not (LIM-5).
 */
export class TurnQueue {
  readonly #waiting = new Set<() => void>();
  #isScheduled = false;

  /** Calls `task` in a later turn; it must be short and must not throw. */
  add(task: () => void): void {
    this.#waiting.add(task);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    platform.setImmediate(this.#runTurn);
  }

  /** Runs waiting tasks until the time is over; a task that is added again comes last. */
  readonly #runTurn = (): void => {
    const end = platform.now() + turnMs;
    for (const task of this.#waiting) {
      this.#waiting.delete(task);
      task();
      if (platform.now() >= end) break;
    }
    this.#isScheduled = this.#waiting.size > 0;
    if (this.#isScheduled) platform.setImmediate(this.#runTurn);
  };
}
