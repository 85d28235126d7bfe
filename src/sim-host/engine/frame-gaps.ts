/** Number of stored frame starts, some seconds at any usual rate. */
const maxStarts = 4096;

/** The times between the starts of recent frames, which show frames that took too long. */
export class FrameGaps {
  readonly #starts = new Float64Array(maxStarts);
  #count = 0;

  /** Records the start of a frame, in milliseconds of host time. */
  note(now: number): void {
    this.#starts[this.#count++ % maxStarts] = now;
  }

  /**
   * Returns the deviations from `period` of the times between starts in the last `windowMs`, in milliseconds and
   * ascending.
   */
  jitter(now: number, windowMs: number, period: number): number[] {
    const off: number[] = [];
    let later: number | undefined;
    for (let i = this.#count - 1; i >= Math.max(0, this.#count - maxStarts); i--) {
      const start = this.#starts[i % maxStarts]!;
      if (now - start > windowMs) break;
      if (later !== undefined) off.push(Math.abs(later - start - period));
      later = start;
    }
    return off.sort((a, b) => a - b);
  }

  /**
   * Returns the longest time between two starts in the last `windowMs` milliseconds, up to now; 0 before the second
   * start.
   */
  longest(now: number, windowMs: number): number {
    let longest = 0;
    let later = now;
    for (let i = this.#count - 1; i >= Math.max(0, this.#count - maxStarts); i--) {
      const start = this.#starts[i % maxStarts]!;
      longest = Math.max(longest, later - start);
      if (now - start > windowMs) break;
      later = start;
    }
    return longest;
  }
}
