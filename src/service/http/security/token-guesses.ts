import { platform } from '../../common/platform.js';
import { ApiError } from '../errors.js';

/** Wrong tokens that an address may send before its responses are delayed. */
const freeWrongTokens = 10;
const delayMs = 1000;
/** Milliseconds without a wrong token after which an address starts again. */
const forgetMs = 60_000;
const maxAddresses = 10_000;
/** Maximum delayed responses, of one address and of all; beyond, tokens of such an address are not compared. */
const maxDelayed = 64;
const maxDelayedInTotal = 1024;

interface Guesses {
  wrong: number;
  delayed: number;
  lastAt: number;
}

/**
 * Slows down the guessing of tokens: each address may send some wrong ones, and then few per second. A correct token
 * resets nothing, because it may grant less than the guessed one.
 */
export class TokenGuesses {
  readonly #now: () => number;
  readonly #onSlowed: (address: string, wrong: number) => void;
  readonly #guesses = new Map<string, Guesses>();
  #delayed = 0;

  /**
   * @param now monotonic milliseconds of real time
   * @param onSlowed receives each address whose responses are delayed from now on
   */
  constructor(now: () => number, onSlowed: (address: string, wrong: number) => void) {
    this.#now = now;
    this.#onSlowed = onSlowed;
  }

  /**
   * Call it before a token is compared.
   * @throws ApiError `too-many-tries`
   */
  check(address: string): void {
    if (this.#delayed === 0) return;
    const guesses = this.#guesses.get(networkOf(address));
    if (guesses === undefined || guesses.wrong < freeWrongTokens) return;
    if (guesses.delayed >= maxDelayed || this.#delayed >= maxDelayedInTotal)
      throw new ApiError('too-many-tries', 'wait for 1 s', [['Retry-After', '1']]);
  }

  /**
   * Records a wrong token.
   * @returns the delay of its response; undefined for none
   */
  noteWrong(address: string): Promise<void> | undefined {
    const network = networkOf(address);
    const now = this.#now();
    let guesses = this.#guesses.get(network);
    if (guesses === undefined || now - guesses.lastAt >= forgetMs)
      guesses = { wrong: 0, delayed: 0, lastAt: now };
    guesses.wrong++;
    guesses.lastAt = now;
    // Moves the address to the end, so that the oldest is dropped first.
    this.#guesses.delete(network);
    this.#guesses.set(network, guesses);
    if (this.#guesses.size > maxAddresses) this.#guesses.delete(this.#guesses.keys().next().value!);
    if (guesses.wrong <= freeWrongTokens) return undefined;
    if (guesses.wrong === freeWrongTokens + 1) this.#onSlowed(address, freeWrongTokens);
    return this.#delay(guesses);
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

/** Returns the /64 network of an IPv6 address, because one machine may have all addresses in it. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  return address.split('::')[0]!.split(':').slice(0, 4).join(':');
}
