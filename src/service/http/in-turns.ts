import { platform } from '../platform.js';

/** A body of more bytes may take long to serve; of shorter ones none waits, and the time of none is taken. */
export const largeBytes = 16 * 1024;
/** Past so many milliseconds of them in a turn of the event loop the others wait for later ones. */
const turnMs = 20;

/** So many milliseconds of a turn are given to work in slices. */
const sliceMs = 4;

/** Who waits for a turn. */
export interface Waiting {
  /** To be served now. Throws nothing. */
  serve(): void;
}

/**
 * Serves large bodies that come at once one in a turn of the event loop, and parses long ones in slices: between two of them the
 * frames, the signals and whoever asks for little are served (LIM-5).
 */
export class InTurns {
  readonly #now: () => number;
  readonly #waiting = new Set<Waiting>();
  #isSpent = false;
  #slices: Iterator<void, () => void> | undefined;

  /** @param now monotonic milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** True when a body of so many bytes has to wait: to be added then. */
  mustWait(bytes: number): boolean {
    return bytes > largeBytes && (this.#isSpent || this.#slices !== undefined || this.#waiting.size > 0);
  }

  add(waiting: Waiting): void {
    this.#waiting.add(waiting);
  }

  /** It has gone, and does not wait any more. */
  remove(waiting: Waiting): void {
    this.#waiting.delete(waiting);
  }

  /** Serves one that need not wait. */
  serve(work: () => void): void {
    const startedAt = this.#now();
    try {
      work();
    } finally {
      if (!this.#isSpent && this.#now() - startedAt > turnMs) {
        this.#isSpent = true;
        platform.setImmediate(this.#next);
      }
    }
  }

  /**
   * Does work in slices in later turns, and in a turn of its own what it returns; all who have to wait wait for that, and other
   * work in slices, too. Nothing of it throws.
   */
  inSlices(work: Iterator<void, () => void>): void {
    if (this.#slices !== undefined) return this.add({ serve: () => this.inSlices(work) });
    this.#slices = work;
    platform.setImmediate(this.#slice);
  }

  readonly #slice = (): void => {
    const end = this.#now() + sliceMs;
    do {
      const { done, value } = this.#slices!.next();
      if (done) {
        platform.setImmediate(() => this.#finish(value));
        return;
      }
    } while (this.#now() < end);
    platform.setImmediate(this.#slice);
  };

  #finish(last: () => void): void {
    this.#slices = undefined;
    last();
    // The others come in a turn of their own, whatever it took.
    this.#isSpent = true;
    platform.setImmediate(this.#next);
  }

  readonly #next = (): void => {
    this.#isSpent = false;
    for (const waiting of this.#waiting) {
      if (this.#isSpent || this.#slices !== undefined) return;
      this.#waiting.delete(waiting);
      this.serve(() => waiting.serve());
    }
  };
}
