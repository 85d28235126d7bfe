import { platform } from '../../platform.js';
import { ApiError } from '../errors.js';

/** Wrong tokens of an address before answers to further ones are delayed. */
const freeGuesses = 10;
const delayMs = 1000;
/** An address that has sent no wrong token for this long starts again. */
const forgetMs = 60_000;
const maxAddresses = 10_000;
/** Answers that are delayed at a time, to one address and to all; beyond, no token of such an address is compared. */
const maxDelayed = 64;
const maxDelayedOfAll = 1024;

interface Guesses {
  wrong: number;
  delayed: number;
  lastAt: number;
}

/**
 * Slows down the guessing of tokens: each address may send some wrong ones, and then few in a second. A correct token clears
 * nothing, because it may open less than the one that is guessed.
 */
export class TokenGuesses {
  readonly #now: () => number;
  readonly #onSlowed: (address: string, wrong: number) => void;
  readonly #guesses = new Map<string, Guesses>();
  #delayed = 0;

  /**
   * @param now monotonic milliseconds of real time
   * @param onSlowed receives each address whose answers are delayed from now on
   */
  constructor(now: () => number, onSlowed: (address: string, wrong: number) => void) {
    this.#now = now;
    this.#onSlowed = onSlowed;
  }

  /** To be called before a token is compared. @throws ApiError `too-many-tries` */
  check(address: string): void {
    if (this.#delayed === 0) return;
    const known = this.#guesses.get(networkOf(address));
    if (known === undefined || known.wrong < freeGuesses) return;
    if (known.delayed >= maxDelayed || this.#delayed >= maxDelayedOfAll)
      throw new ApiError('too-many-tries', 'wait for 1 s', [['Retry-After', '1']]);
  }

  /** The address has sent a token that is wrong. @returns what its answer waits for; undefined for nothing */
  wrong(address: string): Promise<void> | undefined {
    const network = networkOf(address);
    const now = this.#now();
    let known = this.#guesses.get(network);
    if (known === undefined || now - known.lastAt >= forgetMs) known = { wrong: 0, delayed: 0, lastAt: now };
    known.wrong++;
    known.lastAt = now;
    // The latest stand last.
    this.#guesses.delete(network);
    this.#guesses.set(network, known);
    if (this.#guesses.size > maxAddresses) this.#guesses.delete(this.#guesses.keys().next().value!);
    if (known.wrong <= freeGuesses) return undefined;
    if (known.wrong === freeGuesses + 1) this.#onSlowed(address, freeGuesses);
    return this.#delay(known);
  }

  #delay(guesses: Guesses): Promise<void> {
    guesses.delayed++;
    this.#delayed++;
    return new Promise((resolve) => {
      platform
        .setTimeout(() => {
          guesses.delayed--;
          this.#delayed--;
          resolve();
        }, delayMs)
        .unref();
    });
  }
}

/** One machine may have all addresses of an IPv6 network. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  return address.split('::')[0]!.split(':').slice(0, 4).join(':');
}
