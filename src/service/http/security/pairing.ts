import { randomInt } from 'node:crypto';
import type { Json } from '../../common/json.js';
import { ApiError } from '../errors.js';
import type { TokenAccess, Tokens } from './tokens.js';

/** Milliseconds for which a code is valid. */
const codeMs = 5 * 60_000;
/** Wrong tries after which the code changes. */
const maxTriesPerCode = 5;
const windowMs = 60_000;
/** Maximum tries per window, of one address and of all: guessing takes weeks, while a code lasts for minutes. */
const maxTriesPerAddress = 5;
const maxTries = 20;

/** The token that a device gets for the right code. */
export interface Paired {
  readonly token: string;
  readonly access: TokenAccess;
}

/**
 * Issues a token in exchange for a six-digit code that the host displays, so that users need not type a token on a
 * phone. A code works once and for five minutes; tries are limited.
 */
export class Pairing {
  /** The access of the issued tokens. */
  readonly access: TokenAccess;
  readonly #tokens: Tokens;
  readonly #now: () => number;
  #code = '';
  #codeEnd = Number.NEGATIVE_INFINITY;
  #wrongTries = 0;
  #windowEnd = Number.NEGATIVE_INFINITY;
  #tries = 0;
  readonly #triesOf = new Map<string, number>();

  /** @param now monotonic milliseconds @internal */
  constructor(access: TokenAccess, tokens: Tokens, now: () => number) {
    this.access = access;
    this.#tokens = tokens;
    this.#now = now;
  }

  /** The current code: six digits. */
  get code(): string {
    if (this.#now() >= this.#codeEnd) this.#renew();
    return this.#code;
  }

  /** Milliseconds for which `code` stays valid. */
  get validMs(): number {
    return Math.max(0, this.#codeEnd - this.#now());
  }

  /**
   * Returns a token if the code is right.
   * @param address of the caller
   * @throws ApiError `invalid-request` if it is not a code, `wrong-code`, `too-many-tries`
   */
  redeem(code: Json | undefined, address: string): Paired {
    const given = typeof code === 'string' ? code.replace(/[\s-]/g, '') : '';
    if (!/^\d{6}$/.test(given)) {
      throw new ApiError(
        'invalid-request',
        '"code" must be a string of the six digits that the host displays',
      );
    }
    this.#countTry(address);
    if (given !== this.code) {
      this.#wrongTries++;
      if (this.#wrongTries >= maxTriesPerCode) this.#renew();
      throw new ApiError('wrong-code', 'enter the one that the host shows now');
    }
    this.#renew();
    return { token: this.#tokens.issue(this.access), access: this.access };
  }

  #countTry(address: string): void {
    const now = this.#now();
    if (now >= this.#windowEnd) {
      this.#windowEnd = now + windowMs;
      this.#tries = 0;
      this.#triesOf.clear();
    }
    const addressTries = this.#triesOf.get(address) ?? 0;
    if (addressTries >= maxTriesPerAddress || this.#tries >= maxTries) {
      const seconds = Math.ceil((this.#windowEnd - now) / 1000);
      throw new ApiError('too-many-tries', `wait for ${seconds} s`, [['Retry-After', String(seconds)]]);
    }
    this.#tries++;
    this.#triesOf.set(address, addressTries + 1);
  }

  #renew(): void {
    const previous = this.#code;
    do this.#code = String(randomInt(1_000_000)).padStart(6, '0');
    while (this.#code === previous);
    this.#codeEnd = this.#now() + codeMs;
    this.#wrongTries = 0;
  }
}
