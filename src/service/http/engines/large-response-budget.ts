/** Maximum bytes of large responses in one period. */
const maxBytes = 32 * 1024 * 1024;
/** Milliseconds after which the whole budget is available again; a client that reads nothing for so long is gone. */
const refillMs = 15_000;

/**
 * Limits the large responses that uWebSockets.js buffers whole, read or not (LIM-4). Buffered responses let further
 * requests of the connection be served, but their unread bytes are unknown, so one budget covers all of them.
 */
export class LargeResponseBudget {
  readonly #now: () => number;
  #remainingBytes = maxBytes;
  #refilledAt: number;

  /** @param now monotonic milliseconds */
  constructor(now: () => number) {
    this.#now = now;
    this.#refilledAt = now();
  }

  /** Takes `bytes` from the budget; false if there is no room. */
  take(bytes: number): boolean {
    const now = this.#now();
    this.#remainingBytes = Math.min(
      maxBytes,
      this.#remainingBytes + ((now - this.#refilledAt) / refillMs) * maxBytes,
    );
    this.#refilledAt = now;
    if (bytes > this.#remainingBytes) return false;
    this.#remainingBytes -= bytes;
    return true;
  }
}
