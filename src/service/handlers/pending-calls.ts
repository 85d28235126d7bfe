import { ApiError } from '../http/errors.js';

/** Calls that have not settled, all together: how many, and bytes of the bodies whose arguments they hold (LIM-4). */
const bounds = { calls: 10_000, bytes: 64 * 1024 * 1024 };

/**
 * Calls of functions that answer later. What was called holds its arguments until it settles, also when nobody waits for it any more,
 * and cannot be ended: past the bound such a function is not called again before another one has settled. One that has always
 * answered at once is called all the same.
 */
export class PendingCalls {
  readonly #known = new WeakSet<object>();
  readonly #bounds: typeof bounds;
  #calls = 0;
  #bytes = 0;

  constructor(most = bounds) {
    this.#bounds = most;
  }

  /**
   * To be asked before a call.
   * @param bytes of the body that has its arguments
   * @throws ApiError `too-many-requests`
   */
  check(definition: object, bytes: number): void {
    if (!this.#known.has(definition) || this.#hasRoom(bytes)) return;
    const reason = `${this.#calls} calls of functions have not been answered; try again`;
    throw new ApiError('too-many-requests', reason, [['Retry-After', '1']]);
  }

  /** A call answers later. */
  note(definition: object, bytes: number, result: Promise<unknown>): void {
    this.#known.add(definition);
    this.#calls++;
    this.#bytes += bytes;
    const settled = () => {
      this.#calls--;
      this.#bytes -= bytes;
    };
    result.then(settled, settled);
  }

  #hasRoom(bytes: number): boolean {
    return (
      this.#calls === 0 || (this.#calls < this.#bounds.calls && this.#bytes + bytes <= this.#bounds.bytes)
    );
  }
}
