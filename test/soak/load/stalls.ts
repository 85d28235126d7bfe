/** After so many milliseconds without a word a host closes a connection. */
const idleMs = 8000;
/** For so long after a stall its consequences come to light. */
const aftermathMs = 5000;
const lookMs = 500;

/** Why what went wrong is this machine's doing. */
export const stoodStill =
  'a busy machine let the soak stand still: the host had closed connections that said nothing for ten seconds';

/** Knows when this process has stood still for so long that the host has taken its clients for gone. */
export class Stalls {
  readonly #now: () => number;
  #lookedAt: number;
  #endedAt = Number.NEGATIVE_INFINITY;

  /** @param now monotonic milliseconds */
  constructor(now: () => number) {
    this.#now = now;
    this.#lookedAt = now();
  }

  /** Looks again and again. @returns what ends it */
  watch(): () => void {
    const timer = setInterval(() => this.look(), lookMs);
    return () => clearInterval(timer);
  }

  look(): void {
    const now = this.#now();
    if (now - this.#lookedAt > idleMs) this.#endedAt = now;
    this.#lookedAt = now;
  }

  /** Whether it has excused, just now, that a connection is closed. */
  excuses(what: string): boolean {
    this.look();
    const isOfConnections = /hang up|ECONNRESET|EPIPE|was closed|answered undefined/.test(what);
    return isOfConnections && this.#now() - this.#endedAt < aftermathMs;
  }
}
