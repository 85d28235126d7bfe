/** Milliseconds of silence after which a host closes a connection. */
const idleMs = 8000;
/** Milliseconds in which the effects of a stall appear. */
const aftermathMs = 5000;
const lookMs = 500;

/** The excuse for failures that the machine caused. */
export const stoodStill =
  'a busy machine let the soak stand still: the host had closed connections that said nothing for ten seconds';

/** Detects stalls of this process that are long enough for the host to drop its clients. */
export class Stalls {
  readonly #now: () => number;
  #lookedAt: number;
  #endedAt = Number.NEGATIVE_INFINITY;

  /** @param now monotonic milliseconds */
  constructor(now: () => number) {
    this.#now = now;
    this.#lookedAt = now();
  }

  /** Checks periodically. @returns a function that stops the checks */
  watch(): () => void {
    const timer = setInterval(() => this.look(), lookMs);
    return () => clearInterval(timer);
  }

  look(): void {
    const now = this.#now();
    if (now - this.#lookedAt > idleMs) this.#endedAt = now;
    this.#lookedAt = now;
  }

  /** True if a closed connection is excused now. */
  excuses(what: string): boolean {
    this.look();
    const isOfConnections = /hang up|ECONNRESET|EPIPE|was closed|answered undefined/.test(what);
    return isOfConnections && this.#now() - this.#endedAt < aftermathMs;
  }
}
