import type { PendingEvent } from './coalescing.js';

/** Milliseconds of encoding between two turns of the event loop. */
const sliceMs = 2;

/**
 * Changes that were made at once and are too many for a flush, as those of a load: they are told of piece by piece, each as
 * it is when its turn has come. What else happens meanwhile does not wait for them.
 */
export class BulkChanges {
  readonly #now: () => number;
  #waiting: Iterator<PendingEvent | undefined>[] = [];

  /** @param now real monotonic milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  add(changes: Iterable<PendingEvent | undefined>): void {
    this.#waiting.push(changes[Symbol.iterator]());
  }

  drop(): void {
    this.#waiting = [];
  }

  /** The next piece. @param isWhole all that is left */
  *take(isWhole: boolean): Generator<PendingEvent> {
    const until = isWhole ? Number.POSITIVE_INFINITY : this.#now() + sliceMs;
    for (;;) {
      const first = this.#waiting[0];
      if (first === undefined) return;
      const { done, value } = first.next();
      if (done) this.#waiting.shift();
      else if (value !== undefined) yield value;
      if (this.#now() >= until) return;
    }
  }
}
