import { type Access, readOnlyAccess } from './access.js';
import { accessOf, unauthorized } from './authorize.js';
import type { EngineRequest, Exchange, Headers } from './engines/engine.js';
import { ApiError } from './errors.js';
import type { Refusals } from './refusals.js';
import type { RequestHead } from './request.js';
import type { Router } from './router.js';
import { bearerToken, Security, type SecurityOptions } from './security.js';
import type { Tokens } from './tokens.js';

/** Routes that take the token in the query: browsers can send no header with an event stream or an image. */
const takesTokenInQuery = new Set(['/api/stream', '/exposed/image/{id}/{path}']);

/** Who may call, and what they may do (wire.md section 1). */
export class Admission {
  /** False while everybody who may call may do everything. */
  readonly asksForAccess: boolean;
  readonly #options: SecurityOptions;
  readonly #security: Security;
  readonly #tokens: Tokens;
  readonly #refusals: Refusals;
  readonly #router: Router;

  /** @param isLoopback the server is bound to this machine alone */
  constructor(
    options: SecurityOptions,
    isLoopback: boolean,
    tokens: Tokens,
    refusals: Refusals,
    router: Router,
  ) {
    const { token, authorize, pairing } = options;
    this.asksForAccess = Boolean(token) || authorize !== undefined || pairing !== undefined;
    this.#options = options;
    this.#security = new Security(options, isLoopback);
    this.#tokens = tokens;
    this.#refusals = refusals;
    this.#router = router;
  }

  /** Lets a page of an origin that is allowed read the answer. @returns whether the origin is */
  allowOrigin(exchange: Exchange, origin: string): boolean {
    if (origin === '') return true;
    const isAllowed = this.#security.originAllowed(origin);
    if (isAllowed) exchange.commonHeaders = corsHeadersFor(origin);
    return isAllowed;
  }

  /** @throws ApiError `forbidden` for a machine, a name or a page that may not call */
  check(exchange: Exchange, request: EngineRequest, method: string, isOriginAllowed: boolean): void {
    if (this.#security.checksAddress) this.#checkAddress(exchange.remoteAddress());
    const host = request.getHeader('host');
    if (!this.#security.hostAllowed(host) && !(host === '' && request.mayLackHost === true)) {
      this.#refusals.host(host);
      throw new ApiError('forbidden', `the Host ${host} is not this service's; allow it with allowHosts`);
    }
    if (isOriginAllowed) return;
    const origin = request.getHeader('origin');
    this.#refusals.origin(origin);
    if (method !== 'GET')
      throw new ApiError('forbidden', `the Origin ${origin} is not allowed; allow it with allowOrigins`);
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
    const token = this.#tokenOf(request, head);
    const { authorize } = this.#options;
    if (authorize !== undefined) {
      const route = this.#router.patternOf(head.method, head.path);
      return accessOf(authorize, head, request, { token, address: exchange.remoteAddress(), route });
    }
    const access = this.#tokens.accessOf(token);
    if (access === undefined) throw unauthorized('send the token as Authorization: Bearer <token>');
    return access === 'read' ? readOnlyAccess : undefined;
  }

  #checkAddress(address: string): void {
    if (this.#security.addressAllowed(address)) return;
    this.#refusals.address(address);
    throw new ApiError('forbidden', `the address ${address} is not allowed; allow it with allowAddresses`);
  }

  #tokenOf(request: EngineRequest, { method, path, query }: RequestHead): string | undefined {
    const token = bearerToken(request.getHeader('authorization'));
    if (token !== undefined || query === '') return token;
    const given = new URLSearchParams(query).get('access_token');
    if (given === null) return undefined;
    return takesTokenInQuery.has(this.#router.patternOf(method, path) ?? '') ? given : undefined;
  }
}

function corsHeadersFor(origin: string): Headers {
  return [
    ['Access-Control-Allow-Origin', origin],
    ['Vary', 'Origin'],
  ];
}
