import { ApiError } from '../errors.js';
import type { ReceivedRequest } from '../received-request.js';
import type { Router } from '../router.js';
import { type Access, readOnlyAccess } from './access.js';
import { askAccess, unauthorized } from './authorize.js';
import { bearerToken, type SecurityOptions } from './security.js';
import type { TokenGuesses } from './token-guesses.js';
import type { Tokens } from './tokens.js';

/** Routes that accept the token in the query, because browsers cannot send headers for an event stream or an image. */
const routesWithQueryToken = new Set(['/api/stream', '/exposed/image/{id}/{path}']);

/** Determines the access of a caller from its token or the application's `authorize` (wire.md section 1). */
export class Authenticator {
  /** False if every caller has full access. */
  readonly checksAccess: boolean;
  readonly #options: SecurityOptions;
  readonly #tokens: Tokens;
  readonly #tokenGuesses: TokenGuesses;
  readonly #router: Router;

  constructor(options: SecurityOptions, tokens: Tokens, tokenGuesses: TokenGuesses, router: Router) {
    const { token, authorize, pairing } = options;
    this.checksAccess = Boolean(token) || authorize !== undefined || pairing !== undefined;
    this.#options = options;
    this.#tokens = tokens;
    this.#tokenGuesses = tokenGuesses;
    this.#router = router;
  }

  /**
   * Returns the access of a caller; undefined for full access. `authorize` decides if the application has set it. The
   * rejection of a wrong token is delayed if its address has sent many.
   * @throws ApiError `unauthorized`
   */
  access(request: ReceivedRequest): Access | undefined | Promise<Access | undefined> {
    // The application may keep the caller object, whose client id defaults to the address.
    request.readCaller();
    void request.callerAddress;
    const token = this.#tokenOf(request);
    if (token === undefined) return this.#accessOf(token, request);
    const { address } = request;
    this.#tokenGuesses.check(address);
    try {
      const access = this.#accessOf(token, request);
      return access instanceof Promise ? access.catch((error) => this.#reject(error, address)) : access;
    } catch (error) {
      return this.#reject(error, address);
    }
  }

  async #reject(error: unknown, address: string): Promise<never> {
    if (error instanceof ApiError && error.code === 'unauthorized')
      await this.#tokenGuesses.noteWrong(address);
    throw error;
  }

  #accessOf(
    token: string | undefined,
    request: ReceivedRequest,
  ): Access | undefined | Promise<Access | undefined> {
    const { authorize } = this.#options;
    if (authorize !== undefined)
      return askAccess(authorize, request, token, this.#router.patternOf(request.method, request.path));
    const access = this.#tokens.findTokenAccess(token);
    if (access === undefined) {
      throw unauthorized(
        token === undefined ? 'send the token as Authorization: Bearer <token>' : 'the token is wrong',
      );
    }
    return access === 'read' ? readOnlyAccess : undefined;
  }

  #tokenOf(request: ReceivedRequest): string | undefined {
    const token = bearerToken(request.header('authorization'));
    if (token !== undefined) return token;
    const queryToken = request.query('access_token');
    if (queryToken === undefined) return undefined;
    const route = this.#router.patternOf(request.method, request.path) ?? '';
    return routesWithQueryToken.has(route) ? queryToken : undefined;
  }
}
