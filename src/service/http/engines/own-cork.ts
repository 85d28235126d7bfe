import { platform } from '../../platform.js';

/** Bytes of answers that fit with certainty into what uWebSockets.js corks, which is 16 KiB. */
const mostBytes = 12 * 1024;

/**
 * While uWebSockets.js hands over the requests of a packet it has corked their connection, so that to cork an answer by itself is
 * two calls in vain, a fifth of a microsecond; but only until 16 KiB are full: then each header is a call of the system. So the
 * first answers of a turn of the event loop do without, and those behind them cork.
 */
export class OwnCork {
  #left = mostBytes;
  #isRenewing = false;

  /** True when an answer of about so many bytes, given in the call that brought its request, is corked already. */
  takes(bytes: number): boolean {
    this.#left -= bytes;
    if (this.#left >= 0) return true;
    // Of long answers a turn holds few: they do not ask to be told of its end.
    if (bytes > mostBytes / 4) return false;
    if (!this.#isRenewing) platform.setImmediate(this.#renew);
    this.#isRenewing = true;
    return false;
  }

  readonly #renew = (): void => {
    this.#left = mostBytes;
    this.#isRenewing = false;
  };
}
