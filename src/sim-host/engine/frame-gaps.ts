/** Frames that are remembered: some seconds at any rate that is played. */
const remembered = 4096;

/** The times between the starts of frames: what a frame that took too long shows in. */
export class FrameGaps {
  readonly #starts = new Float64Array(remembered);
  #count = 0;

  /** Notes the start of a frame, in milliseconds of host time. */
  note(now: number): void {
    this.#starts[this.#count++ % remembered] = now;
  }

  /** By how many milliseconds the times between starts within the last `windowMs` are off `period`; in order of size. */
  jitter(now: number, windowMs: number, period: number): number[] {
    const off: number[] = [];
    let later: number | undefined;
    for (let i = this.#count - 1; i >= Math.max(0, this.#count - remembered); i--) {
      const start = this.#starts[i % remembered]!;
      if (now - start > windowMs) break;
      if (later !== undefined) off.push(Math.abs(later - start - period));
      later = start;
    }
    return off.sort((a, b) => a - b);
  }

  /** The longest time between two starts within the last `windowMs` milliseconds, up to now; 0 before the first two. */
  longest(now: number, windowMs: number): number {
    let longest = 0;
    let later = now;
    for (let i = this.#count - 1; i >= Math.max(0, this.#count - remembered); i--) {
      const start = this.#starts[i % remembered]!;
      longest = Math.max(longest, later - start);
      if (now - start > windowMs) break;
      later = start;
    }
    return longest;
  }
}
