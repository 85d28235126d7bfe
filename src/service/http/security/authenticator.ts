import type { EngineRequest, Exchange } from '../engines/engine.js';
import type { RequestHead } from '../request.js';
import type { Router } from '../router.js';
import { type Access, readOnlyAccess } from './access.js';
import { accessOf, unauthorized } from './authorize.js';
import { bearerToken, type SecurityOptions } from './security.js';
import type { Tokens } from './tokens.js';

/** Routes that take the token in the query: browsers can send no header with an event stream or an image. */
const takesTokenInQuery = new Set(['/api/stream', '/exposed/image/{id}/{path}']);

/** What those may do who may call (wire.md section 1). */
export class Authenticator {
  /** False while everybody who may call may do everything. */
  readonly asksForAccess: boolean;
  readonly #options: SecurityOptions;
  readonly #tokens: Tokens;
  readonly #router: Router;

  constructor(options: SecurityOptions, tokens: Tokens, router: Router) {
    const { token, authorize, pairing } = options;
    this.asksForAccess = Boolean(token) || authorize !== undefined || pairing !== undefined;
    this.#options = options;
    this.#tokens = tokens;
    this.#router = router;
  }

  /**
   * What a caller may do; undefined: everything. A token that is right grants everything; an application decides by itself,
   * now or later.
   * @throws ApiError `unauthorized`
   */
  access(
    exchange: Exchange,
    request: EngineRequest,
    head: RequestHead,
  ): Access | undefined | Promise<Access | undefined> {
    const token = this.tokenOf(request, head);
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

  /** The token that a request brings. */
  tokenOf(request: EngineRequest, { method, path, query }: RequestHead): string | undefined {
    const token = bearerToken(request.getHeader('authorization'));
    if (token !== undefined || query === '') return token;
    const given = new URLSearchParams(query).get('access_token');
    if (given === null) return undefined;
    return takesTokenInQuery.has(this.#router.patternOf(method, path) ?? '') ? given : undefined;
  }
}
