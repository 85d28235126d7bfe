/** Maximum flush interval under load, in milliseconds (wire.md section 4). */
const maxFlushIntervalMs = 50;
/** A flush of up to this many milliseconds leaves enough time for frames of 60 Hz. */
const quickFlushMs = 12;
/** Share of the time that slower flushes may take, which determines the flush interval. */
const flushShare = 0.5;
/** Minimum interval, in milliseconds, between log lines about a longer flush interval. */
const logIntervalMs = 60_000;
/** Weight of one frame in the average frame period. */
const periodWeight = 0.05;
/** Share of the frame period by which a frame may be early and still flush. */
const frameTolerance = 0.25;

/**
 * Decides when events are flushed: with each frame, or less often while sending is slow. Times are in milliseconds.
 * Used by `EventStream`.
 */
export class FlushPacing {
  #lastFrame = 0;
  /** The average frame period. */
  #framePeriod = 1000 / 60;
  #lastFlush = Number.NEGATIVE_INFINITY;
  #interval = 0;
  #nextLogAt = 0;

  /** The flush interval beyond the frame; 0 normally. */
  get interval(): number {
    return this.#interval;
  }

  noteFrameEnd(now: number): void {
    const period = Math.min(now - this.#lastFrame, maxFlushIntervalMs);
    this.#framePeriod += periodWeight * (period - this.#framePeriod);
    this.#lastFrame = now;
  }

  /** True if the flush interval is over, or one more frame would exceed the maximum. */
  isFlushDue(now: number): boolean {
    const sinceLastFlush = now - this.#lastFlush;
    const tolerance = frameTolerance * this.#framePeriod;
    if (sinceLastFlush >= this.#interval - tolerance) return true;
    return sinceLastFlush + this.#framePeriod > maxFlushIntervalMs + tolerance;
  }

  noteFlushStart(now: number): void {
    this.#lastFlush = now;
  }

  /** Notes how long a flush took; slower flushes lengthen the interval. */
  noteFlushDuration(spent: number): void {
    this.#interval = spent <= quickFlushMs ? 0 : Math.min(spent / flushShare, maxFlushIntervalMs);
  }

  /** True if the log should mention the flush interval now. */
  isLogDue(now: number): boolean {
    if (this.#interval === 0 || now < this.#nextLogAt) return false;
    this.#nextLogAt = now + logIntervalMs;
    return true;
  }
}
