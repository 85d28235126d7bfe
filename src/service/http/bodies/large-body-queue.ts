import { platform } from '../../platform.js';

/** A body of more bytes may take long to serve; of shorter ones none waits, and the time of none is taken. */
export const largeBytes = 16 * 1024;
/** Past so many milliseconds of them in a turn of the event loop the others wait for later ones. */
const turnMs = 20;

/** Who waits for a turn. */
export interface Waiting {
  /** To be served now. Throws nothing. */
  serve(): void;
}

/**
 * Serves large bodies that come at once one in a turn of the event loop: between two of them the frames, the signals and whoever
 * asks for little are served (LIM-5).
 */
export class LargeBodyQueue {
  readonly #now: () => number;
  readonly #waiting = new Set<Waiting>();
  #isSpent = false;

  /** @param now monotonic milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** True when a body of so many bytes has to wait: to be added then. */
  mustWait(bytes: number): boolean {
    return bytes > largeBytes && (this.#isSpent || this.#waiting.size > 0);
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

  readonly #next = (): void => {
    this.#isSpent = false;
    for (const waiting of this.#waiting) {
      if (this.#isSpent) return;
      this.#waiting.delete(waiting);
      this.serve(() => waiting.serve());
    }
  };
}
