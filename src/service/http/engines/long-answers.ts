/** Bytes of long answers that may be given away at once, */
const mostBytes = 32 * 1024 * 1024;
/** and the time after which as many may be again: whoever has read nothing for so long has lost its connection. */
const againMs = 15_000;

/**
 * Which long answers uWebSockets.js is given whole, whether the client reads them or not. Requests behind such an answer are
 * answered, while behind one that waits with us it closes the connection; but nobody is told how much of it is unread, so that
 * there is a bound on all of them together (LIM-4).
 */
export class LongAnswers {
  readonly #now: () => number;
  #left = mostBytes;
  #at: number;

  /** @param now milliseconds of a clock that only goes forward */
  constructor(now: () => number) {
    this.#now = now;
    this.#at = now();
  }

  /** True when there is room for an answer of so many bytes, which it takes. */
  take(bytes: number): boolean {
    const now = this.#now();
    this.#left = Math.min(mostBytes, this.#left + ((now - this.#at) / againMs) * mostBytes);
    this.#at = now;
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }
}
