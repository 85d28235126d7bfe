import type { EngineRequest, Exchange } from '../engines/engine.js';
import { ApiError } from '../errors.js';
import type { ReceivedHead } from '../received-head.js';
import type { RequestHead } from '../routed-request.js';
import type { Router } from '../router.js';
import { type Access, readOnlyAccess } from './access.js';
import { accessOf, unauthorized } from './authorize.js';
import { bearerToken, type SecurityOptions } from './security.js';
import type { TokenGuesses } from './token-guesses.js';
import type { Tokens } from './tokens.js';

/** Routes that accept the token in the query, because browsers cannot send headers for an event stream or an image. */
const routesWithQueryToken = new Set(['/api/stream', '/exposed/image/{id}/{path}']);

/** Determines the access of a caller from its token or the application's `authorize` (wire.md section 1). */
export class Authenticator {
  /** False if everybody who may call may do everything. */
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
  access(
    exchange: Exchange,
    request: EngineRequest,
    head: ReceivedHead,
  ): Access | undefined | Promise<Access | undefined> {
    // The application may keep the caller object, whose client id defaults to the address.
    head.readCaller();
    head.address();
    const token = this.#tokenOf(request, head);
    if (token === undefined) return this.#accessOf(token, exchange, request, head);
    const address = exchange.remoteAddress();
    this.#tokenGuesses.check(address);
    try {
      const access = this.#accessOf(token, exchange, request, head);
      return access instanceof Promise ? access.catch((error) => this.#reject(error, address)) : access;
    } catch (error) {
      return this.#reject(error, address);
    }
  }

  async #reject(error: unknown, address: string): Promise<never> {
    if (error instanceof ApiError && error.code === 'unauthorized') await this.#tokenGuesses.wrong(address);
    throw error;
  }

  #accessOf(
    token: string | undefined,
    exchange: Exchange,
    request: EngineRequest,
    head: RequestHead,
  ): Access | undefined | Promise<Access | undefined> {
    const { authorize } = this.#options;
    if (authorize !== undefined) {
      const route = this.#router.patternOf(head.method, head.path);
      return accessOf(authorize, head, request, { token, address: exchange.remoteAddress(), route });
    }
    const access = this.#tokens.accessOf(token);
    if (access === undefined) {
      throw unauthorized(
        token === undefined ? 'send the token as Authorization: Bearer <token>' : 'the token is wrong',
      );
    }
    return access === 'read' ? readOnlyAccess : undefined;
  }

  #tokenOf(request: EngineRequest, { method, path, query }: RequestHead): string | undefined {
    const token = bearerToken(request.getHeader('authorization'));
    if (token !== undefined || query === '') return token;
    const queryToken = new URLSearchParams(query).get('access_token');
    if (queryToken === null) return undefined;
    return routesWithQueryToken.has(this.#router.patternOf(method, path) ?? '') ? queryToken : undefined;
  }
}
