/** The longest time that events are gathered under load, in milliseconds (wire.md section 4). */
const longestFlushIntervalMs = 50;
/** A flush that takes no longer, in milliseconds, leaves frames of 60 Hz time enough. */
const quickFlushMs = 12;
/** Share of the time that slower flushes may take: events are gathered for as long as that needs. */
const flushShare = 0.5;
/** The log says at most once in this time that events are gathered for longer, in milliseconds. */
const logIntervalMs = 60_000;
/** What one frame counts for in the average of their periods. */
const periodWeight = 0.05;
/** Share of a frame by which frames may be early or late without one more being waited for. */
const frameTolerance = 0.25;

/** Decides when events go out: with each frame, or less often where sending them takes long. Times are in milliseconds. */
export class FlushPacing {
  #lastFrame = 0;
  /** From frame to frame, on average: one that is late says nothing of the next. */
  #framePeriod = 1000 / 60;
  #lastFlush = Number.NEGATIVE_INFINITY;
  #interval = 0;
  #nextLogAt = 0;

  /** How long events are gathered beyond the frame; 0 normally. */
  get interval(): number {
    return this.#interval;
  }

  frameEnded(now: number): void {
    const period = Math.min(now - this.#lastFrame, longestFlushIntervalMs);
    this.#framePeriod += periodWeight * (period - this.#framePeriod);
    this.#lastFrame = now;
  }

  /** True when events were gathered for long enough, or would be for too long if one more frame were waited for. */
  isFlushDue(now: number): boolean {
    const gathered = now - this.#lastFlush;
    const tolerance = frameTolerance * this.#framePeriod;
    if (gathered >= this.#interval - tolerance) return true;
    return gathered + this.#framePeriod > longestFlushIntervalMs + tolerance;
  }

  flushBegan(now: number): void {
    this.#lastFlush = now;
  }

  /** Takes note that a flush took `spent`: the slower it is, the longer the next one gathers. */
  flushTook(spent: number): void {
    this.#interval = spent <= quickFlushMs ? 0 : Math.min(spent / flushShare, longestFlushIntervalMs);
  }

  /** True when the log should say that events are gathered, once in a while. */
  isLogDue(now: number): boolean {
    if (this.#interval === 0 || now < this.#nextLogAt) return false;
    this.#nextLogAt = now + logIntervalMs;
    return true;
  }
}
