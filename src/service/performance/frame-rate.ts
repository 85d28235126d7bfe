/** A number of frames per second, also a fraction such as 60000/1001 (59.94 Hz). */
export class FrameRate {
  readonly numerator: number;
  readonly denominator: number;

  /** @throws RangeError unless both are above 0 */
  constructor(numerator: number, denominator = 1) {
    if (!(numerator > 0 && denominator > 0)) {
      throw new RangeError(`A frame rate is above 0, got ${numerator}/${denominator}`);
    }
    this.numerator = numerator;
    this.denominator = denominator;
  }

  /**
   * Returns the frame shown at a time, counted from 0. In double precision it is exact up to frame 2^53, as far as a
   * double distinguishes the times of frames (LIM-2). Single precision is inexact from 2^24 on.
   */
  asFrameNumber(seconds: number): number {
    const frames = (seconds * this.numerator) / this.denominator;
    // The rounded time of a frame may be slightly too early: 0.7 s at 30 Hz is frame 21, not 20.999….
    const nearest = Math.round(frames);
    return this.asSeconds(nearest) === seconds ? nearest : Math.floor(frames);
  }

  /** Returns the time at which a frame begins, in seconds. */
  asSeconds(frame: number): number {
    return (frame * this.denominator) / this.numerator;
  }
}
