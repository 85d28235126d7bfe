const windowMs = 1000;

/** Counts frames over windows of one second of host time; the last full one is the frame rate (PRF-2). */
export class FpsSampler {
  #windowEnd = windowMs;
  #inWindow = 0;
  #lastWindow = 0;

  /** Counts a frame at `now`, in milliseconds. A frame on the boundary belongs to the second that it completes. */
  count(now: number): void {
    if (now > this.#windowEnd) this.#closeWindows(now);
    this.#inWindow++;
    if (now === this.#windowEnd) this.#closeWindows(now);
  }

  /** Frames in the last full second before `now`; 0 during the first second. */
  read(now: number): number {
    if (now > this.#windowEnd) this.#closeWindows(now);
    return this.#lastWindow;
  }

  #closeWindows(now: number): void {
    const closed = Math.floor((now - this.#windowEnd) / windowMs) + 1;
    // Of several seconds that passed, all but the first saw no frame.
    this.#lastWindow = closed === 1 ? this.#inWindow : 0;
    this.#inWindow = 0;
    this.#windowEnd += closed * windowMs;
  }
}
