import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { newSigningKey } from './signing-key.js';

/** What a token opens: everything, or reading alone, which is GET and heartbeats (wire.md section 1). */
export const tokenAccesses = ['full', 'read'] as const;
export type TokenAccess = (typeof tokenAccesses)[number];

export interface TokenOptions {
  /** Opens everything. */
  readonly token?: string | undefined;
  /** Opens reading alone; beside `token`. */
  readonly readToken?: string | undefined;
}

/** What is wrong with a token that somebody wants to set; undefined when it can be sent as it is. */
export function tokenProblem(token: unknown): string | undefined {
  if (typeof token === 'string' && /^[!-~]+$/.test(token)) return undefined;
  return 'a text that is not empty, of visible ASCII characters without blanks, since headers carry it';
}

/** Characters of a token that cannot be guessed; 128 random bits are 32 hexadecimal digits. */
const fewCharacters = 16;

/** Warnings about tokens that are short enough to be guessed. They do not contain the tokens. */
export function shortTokenWarnings({ token, readToken }: TokenOptions): string[] {
  return Object.entries({ token, readToken }).flatMap(([name, given]) =>
    !given || given.length >= fewCharacters
      ? []
      : [
          `The ${name} has ${given.length} characters and can be guessed: use at least ${fewCharacters}, for example those of \`openssl rand -hex 16\``,
        ],
  );
}

/**
 * The tokens of one server: those that it was given, and those that it issues. An issued one carries what it opens and is
 * signed with a random key, so that its owner cannot test guesses of the token. It is good until the key or the token changes.
 */
export class Tokens {
  readonly #given: readonly (readonly [hash: Buffer, access: TokenAccess])[];
  readonly #token: string;
  #key!: Buffer;

  constructor({ token, readToken }: TokenOptions) {
    this.#given = [
      ...(token ? [[hash(token), 'full'] as const] : []),
      ...(readToken ? [[hash(readToken), 'read'] as const] : []),
    ];
    this.#token = token ?? '';
    this.signWith(newSigningKey());
  }

  /** Signs with a key that is kept over restarts. */
  signWith(key: Uint8Array): void {
    // Another token revokes what devices have.
    this.#key = createHmac('sha256', key).update(`tokens of paired devices: ${this.#token}`).digest();
  }

  /** What a token opens; undefined for one that is wrong. Compared in constant time, so that neither content nor length shows. */
  accessOf(token: string | undefined): TokenAccess | undefined {
    if (token === undefined) return undefined;
    const given = hash(token);
    let access: TokenAccess | undefined;
    for (const [known, opens] of this.#given) if (timingSafeEqual(given, known)) access ??= opens;
    return access ?? this.#issuedAccess(token);
  }

  /** A new token, different from all others: `full.<random>.<signature>`. */
  issue(access: TokenAccess): string {
    const signed = `${access}.${randomBytes(12).toString('base64url')}`;
    return `${signed}.${this.#sign(signed)}`;
  }

  #issuedAccess(token: string): TokenAccess | undefined {
    const [, signed, access, signature] = /^((full|read)\.[\w-]{16})\.([\w-]{43})$/.exec(token) ?? [];
    if (signed === undefined) return undefined;
    // As text: several last characters stand for the same bytes.
    const expected = this.#sign(signed);
    return timingSafeEqual(Buffer.from(signature!), Buffer.from(expected))
      ? (access as TokenAccess)
      : undefined;
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url');
  }
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
