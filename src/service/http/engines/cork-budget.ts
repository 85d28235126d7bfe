import { platform } from '../../common/platform.js';

/** Bytes of responses that certainly fit into the 16 KiB cork buffer of uWebSockets.js. */
const maxBytes = 12 * 1024;

/**
 * Decides whether a response needs a cork of its own. uWebSockets.js corks a connection while it delivers requests, so
 * the first responses of a turn need none. Once the buffer is full, each header would be a system call.
 */
export class CorkBudget {
  #remainingBytes = maxBytes;
  #isRenewing = false;

  /** True if a response of about `bytes`, sent in the callback of its request, is corked already. */
  hasRoom(bytes: number): boolean {
    this.#remainingBytes -= bytes;
    if (this.#remainingBytes >= 0) return true;
    // A turn has few large responses, so they need not renew the budget.
    if (bytes > maxBytes / 4) return false;
    if (!this.#isRenewing) platform.setImmediate(this.#renew);
    this.#isRenewing = true;
    return false;
  }

  readonly #renew = (): void => {
    this.#remainingBytes = maxBytes;
    this.#isRenewing = false;
  };
}
