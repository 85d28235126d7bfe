/** A generator of random numbers (sfc32) that returns the same sequence for a seed on every machine. */
export class SeededRandom {
  readonly #seed: number;
  readonly #state = new Uint32Array(4);

  constructor(seed: number) {
    this.#seed = seed;
    this.reset();
  }

  /** Starts the sequence again. */
  reset(): void {
    // All 53 bits of the seed; the constants prevent a state of zeros.
    this.#state.set([this.#seed, Math.floor(this.#seed / 2 ** 32), 0x9e3779b9, 1]);
    for (let i = 0; i < 16; i++) this.#nextBits();
  }

  /** Returns a number from 0 to below 1. */
  next(): number {
    return this.#nextBits() / 2 ** 32;
  }

  /** Returns 32 hexadecimal digits, the form of an asset GUID. */
  guid(): string {
    const words = Array.from({ length: 4 }, () => this.#nextBits().toString(16).padStart(8, '0'));
    return words.join('');
  }

  #nextBits(): number {
    const [a, b, c, counter] = this.#state as unknown as [number, number, number, number];
    const result = (a + b + counter) >>> 0;
    this.#state[0] = b ^ (b >>> 9);
    this.#state[1] = c + (c << 3);
    this.#state[2] = ((c << 21) | (c >>> 11)) + result;
    this.#state[3] = counter + 1;
    return result;
  }
}
