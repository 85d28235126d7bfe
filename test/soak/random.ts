/** Seeded random numbers (mulberry32). */
export class Random {
  #state: number;

  /** @param seed any integers; equal seeds give equal numbers */
  constructor(...seed: readonly number[]) {
    this.#state = 0x9e3779b9;
    for (const each of seed) {
      this.#state = (this.#state ^ (each >>> 0)) >>> 0;
      this.next();
      this.#state = (this.#state + Math.floor(this.next() * 2 ** 32)) >>> 0;
    }
  }

  /** From 0 to 1, excluding 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from 0 to `end`, excluding `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** @throws Error if there are no items */
  pick<T>(from: readonly T[]): T {
    if (from.length === 0) throw new Error('there is nothing to choose from');
    return from[this.below(from.length)]!;
  }
}
