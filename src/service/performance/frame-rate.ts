/** A number of frames per second, also a fraction such as 60000/1001 (59.94 Hz). */
export class FrameRate {
  readonly numerator: number;
  readonly denominator: number;

  /** @throws RangeError unless both are above 0. */
  constructor(numerator: number, denominator = 1) {
    if (!(numerator > 0 && denominator > 0)) {
      throw new RangeError(`A frame rate is above 0, got ${numerator}/${denominator}`);
    }
    this.numerator = numerator;
    this.denominator = denominator;
  }

  /**
   * The frame that is shown at a time, counted from 0. Computed in double precision: exact for frame numbers up to 2^53
   * as far as a double tells their times apart (LIM-2), where single precision is off from 2^24 on.
   */
  asFrameNumber(seconds: number): number {
    const frames = (seconds * this.numerator) / this.denominator;
    // The time of a frame, once rounded, may lie a hair before it: 0.7 s at 30 Hz is 21 frames, not 20.999….
    const nearest = Math.round(frames);
    return this.asSeconds(nearest) === seconds ? nearest : Math.floor(frames);
  }

  /** The time at which a frame begins, in seconds. */
  asSeconds(frame: number): number {
    return (frame * this.denominator) / this.numerator;
  }
}
