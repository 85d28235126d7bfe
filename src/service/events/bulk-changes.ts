import type { PendingEvent } from './pending-events.js';

/** Milliseconds of encoding between two turns of the event loop. */
const sliceMs = 2;

/**
 * Changes that are too many for one flush, such as those of a load. They are reported in parts between frames, each
 * with its value at that time; other events do not wait for them. Used by `EventStream`.
 */
export class BulkChanges {
  readonly #now: () => number;
  #pending: Iterator<PendingEvent | undefined>[] = [];

  /** @param now real monotonic milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  get isEmpty(): boolean {
    return this.#pending.length === 0;
  }

  add(changes: Iterable<PendingEvent | undefined>): void {
    this.#pending.push(changes[Symbol.iterator]());
  }

  drop(): void {
    this.#pending = [];
  }

  /** Yields the next part. @param isWhole yields all that is left */
  *take(isWhole: boolean): Generator<PendingEvent> {
    const until = isWhole ? Number.POSITIVE_INFINITY : this.#now() + sliceMs;
    for (;;) {
      const first = this.#pending[0];
      if (first === undefined) return;
      const { done, value } = first.next();
      if (done) this.#pending.shift();
      else if (value !== undefined) yield value;
      if (this.#now() >= until) return;
    }
  }
}
