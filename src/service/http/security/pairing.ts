import { randomInt } from 'node:crypto';
import type { Json } from '../../json.js';
import { ApiError } from '../errors.js';
import type { TokenAccess, Tokens } from './tokens.js';

/** Milliseconds for which a code is shown. */
const codeMs = 5 * 60_000;
/** Wrong tries after which another code is shown. */
const triesPerCode = 5;
const windowMs = 60_000;
/** Tries in a window, of one address and of all: a guesser needs weeks for a code that nobody has for minutes. */
const triesPerAddress = 5;
const triesOfAll = 20;

/** What a device gets for the right code. */
export interface Paired {
  readonly token: string;
  readonly access: TokenAccess;
}

/**
 * A code of six digits, shown where the host is seen, buys a token, so that nobody types a secret on a phone. A code is good
 * once and for five minutes; tries are bounded, so that none is guessed.
 */
export class Pairing {
  /** What the tokens open that it sells. */
  readonly access: TokenAccess;
  readonly #tokens: Tokens;
  readonly #now: () => number;
  #code = '';
  #codeEnd = Number.NEGATIVE_INFINITY;
  #wrongTries = 0;
  #windowEnd = Number.NEGATIVE_INFINITY;
  #tries = 0;
  readonly #triesOf = new Map<string, number>();

  /** @param now milliseconds, of a clock that never goes back @internal */
  constructor(access: TokenAccess, tokens: Tokens, now: () => number) {
    this.access = access;
    this.#tokens = tokens;
    this.#now = now;
  }

  /** The code that is good now: six digits. */
  get code(): string {
    if (this.#now() >= this.#codeEnd) this.#renew();
    return this.#code;
  }

  /** Milliseconds for which `code` stays good. */
  get validMs(): number {
    return Math.max(0, this.#codeEnd - this.#now());
  }

  /**
   * A token for the right code.
   * @param address of who tries
   * @throws ApiError `invalid-request` for what is no code, `wrong-code`, `too-many-tries`
   */
  redeem(code: Json | undefined, address: string): Paired {
    const given = typeof code === 'string' ? code.replace(/[\s-]/g, '') : '';
    if (!/^\d{6}$/.test(given)) {
      throw new ApiError('invalid-request', '"code" must be a text of six digits, as the host shows it');
    }
    this.#countTry(address);
    if (given !== this.code) {
      this.#wrongTries++;
      if (this.#wrongTries >= triesPerCode) this.#renew();
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
    const own = this.#triesOf.get(address) ?? 0;
    if (own >= triesPerAddress || this.#tries >= triesOfAll) {
      const seconds = Math.ceil((this.#windowEnd - now) / 1000);
      throw new ApiError('too-many-tries', `wait for ${seconds} s`, [['Retry-After', String(seconds)]]);
    }
    this.#tries++;
    this.#triesOf.set(address, own + 1);
  }

  #renew(): void {
    const before = this.#code;
    do this.#code = String(randomInt(1_000_000)).padStart(6, '0');
    while (this.#code === before);
    this.#codeEnd = this.#now() + codeMs;
    this.#wrongTries = 0;
  }
}
