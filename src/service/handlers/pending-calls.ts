import { ApiError } from '../http/errors.js';

/** Maximum number of unsettled calls, and of bytes of the bodies with their arguments (LIM-4). */
const defaultLimits = { calls: 10_000, bytes: 64 * 1024 * 1024 };

/**
 * Limits asynchronous calls that have not settled. Until then their arguments stay in memory, and they cannot be
 * cancelled. Past the limit, functions that returned a promise before are refused; others are still called.
 */
export class PendingCalls {
  readonly #asyncFunctions = new WeakSet<object>();
  readonly #limits: typeof defaultLimits;
  #calls = 0;
  #bytes = 0;

  constructor(limits = defaultLimits) {
    this.#limits = limits;
  }

  /**
   * Checks the limits before a call.
   * @param bytes size of the body with the arguments
   * @throws ApiError `too-many-requests`
   */
  check(definition: object, bytes: number): void {
    const { calls, bytes: maxBytes } = this.#limits;
    const hasRoom = this.#calls === 0 || (this.#calls < calls && this.#bytes + bytes <= maxBytes);
    if (hasRoom || !this.#asyncFunctions.has(definition)) return;
    const reason = `${this.#calls} calls of functions have not been answered; try again`;
    throw new ApiError('too-many-requests', reason, [['Retry-After', '1']]);
  }

  /** Records a call that returned a promise. */
  add(definition: object, bytes: number, result: Promise<unknown>): void {
    this.#asyncFunctions.add(definition);
    this.#calls++;
    this.#bytes += bytes;
    const settled = () => {
      this.#calls--;
      this.#bytes -= bytes;
    };
    result.then(settled, settled);
  }
}
