import { platform } from '../../platform.js';

/** So many milliseconds of a turn of the event loop are given to long answers. */
const turnMs = 4;

/**
 * What many connections could take at once is given to them in turns, between which frames and others come: the system takes
 * megabytes for each of them, whether anybody reads or not (LIM-5).
 */
export class ByTurns {
  readonly #waiting = new Set<() => void>();
  #isDue = false;

  /** Has `goOn` called in a later turn. It does little, and throws nothing. */
  add(goOn: () => void): void {
    this.#waiting.add(goOn);
    if (this.#isDue) return;
    this.#isDue = true;
    platform.setImmediate(this.#turn);
  }

  /** Who waits again comes last. */
  readonly #turn = (): void => {
    const end = platform.now() + turnMs;
    for (const goOn of this.#waiting) {
      this.#waiting.delete(goOn);
      goOn();
      if (platform.now() >= end) break;
    }
    this.#isDue = this.#waiting.size > 0;
    if (this.#isDue) platform.setImmediate(this.#turn);
  };
}
