import { platform } from '../../common/platform.js';

/** Minimum bytes of a large body, which may take long to serve; smaller ones never wait. */
export const largeBytes = 16 * 1024;
/** Maximum milliseconds per turn of the event loop for large bodies. */
const turnMs = 20;

/** A body that waits for its turn. */
export interface WaitingBody {
  /** Serves the body; must not throw. */
  serve(): void;
}

/**
 * Serves large bodies one per turn of the event loop, so that frames, signals and small requests run in between
 * (LIM-5).
 */
export class LargeBodyQueue {
  readonly #now: () => number;
  readonly #waiting = new Set<WaitingBody>();
  #isTurnOver = false;

  /** @param now monotonic milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** True if a body of this many bytes has to wait; call `add` then. */
  mustWait(bytes: number): boolean {
    return bytes > largeBytes && (this.#isTurnOver || this.#waiting.size > 0);
  }

  add(waiting: WaitingBody): void {
    this.#waiting.add(waiting);
  }

  /** Removes a body whose client has disconnected. */
  remove(waiting: WaitingBody): void {
    this.#waiting.delete(waiting);
  }

  /** Runs `work` for a body that need not wait. */
  serve(work: () => void): void {
    const startedAt = this.#now();
    try {
      work();
    } finally {
      if (!this.#isTurnOver && this.#now() - startedAt > turnMs) {
        this.#isTurnOver = true;
        platform.setImmediate(this.#serveWaiting);
      }
    }
  }

  readonly #serveWaiting = (): void => {
    this.#isTurnOver = false;
    for (const waiting of this.#waiting) {
      if (this.#isTurnOver) return;
      this.#waiting.delete(waiting);
      this.serve(() => waiting.serve());
    }
  };
}
