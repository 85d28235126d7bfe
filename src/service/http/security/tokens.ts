import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { newSigningKey } from './signing-key.js';

/** The access of a token: everything, or reading, which is GET and heartbeats (wire.md section 1). */
export const tokenAccesses = ['full', 'read'] as const;
export type TokenAccess = (typeof tokenAccesses)[number];

export interface TokenOptions {
  /** Grants full access. */
  readonly token?: string | undefined;
  /** Grants read access; used in addition to `token`. */
  readonly readToken?: string | undefined;
}

/** Returns what is wrong with a token; undefined if it can be sent in a header. */
export function tokenProblem(token: unknown): string | undefined {
  if (typeof token === 'string' && /^[!-~]+$/.test(token)) return undefined;
  return 'a non-empty string of visible ASCII characters without spaces, as in a header';
}

/** Minimum characters of a token that cannot be guessed; 128 random bits are 32 hexadecimal digits. */
const minSafeChars = 16;

/** Returns warnings about tokens that are short enough to be guessed. They do not contain the tokens. */
export function shortTokenWarnings({ token, readToken }: TokenOptions): string[] {
  return Object.entries({ token, readToken }).flatMap(([name, given]) =>
    !given || given.length >= minSafeChars
      ? []
      : [
          `The ${name} has ${given.length} characters and can be guessed: use at least ${minSafeChars}, for example those of \`openssl rand -hex 16\``,
        ],
  );
}

/**
 * The configured and the issued tokens of one server. An issued token contains its access and is signed with a random
 * key, so its owner cannot test guesses of the configured token. It is valid until the key or that token changes.
 */
export class Tokens {
  readonly #configured: readonly (readonly [hash: Buffer, access: TokenAccess])[];
  readonly #token: string;
  #key!: Buffer;

  constructor({ token, readToken }: TokenOptions) {
    this.#configured = [
      ...(token ? [[hash(token), 'full'] as const] : []),
      ...(readToken ? [[hash(readToken), 'read'] as const] : []),
    ];
    this.#token = token ?? '';
    this.signWith(newSigningKey());
  }

  /** Uses a signing key that is stored across restarts. */
  signWith(key: Uint8Array): void {
    // Changing the token revokes all issued tokens.
    this.#key = createHmac('sha256', key).update(`tokens of paired devices: ${this.#token}`).digest();
  }

  /** Returns the access of a token; undefined if it is wrong. Compares in constant time, so timing reveals nothing. */
  findTokenAccess(token: string | undefined): TokenAccess | undefined {
    if (token === undefined) return undefined;
    const given = hash(token);
    let access: TokenAccess | undefined;
    for (const [configured, grants] of this.#configured)
      if (timingSafeEqual(given, configured)) access ??= grants;
    return access ?? this.#issuedAccess(token);
  }

  /** Returns a new unique token: `full.<random>.<signature>`. */
  issue(access: TokenAccess): string {
    const signed = `${access}.${randomBytes(12).toString('base64url')}`;
    return `${signed}.${this.#sign(signed)}`;
  }

  #issuedAccess(token: string): TokenAccess | undefined {
    const [, signed, access, signature] = /^((full|read)\.[\w-]{16})\.([\w-]{43})$/.exec(token) ?? [];
    if (signed === undefined) return undefined;
    // Compares text, because several last characters decode to the same bytes.
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
