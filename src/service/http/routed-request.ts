import { ownText } from '../common/own-text.js';
import type { ApiRequest, Json, Method } from './api.js';
import { ApiError } from './errors.js';
import type { RouteMatch } from './router.js';
import type { Access } from './security/access.js';

/** The head of a request. uWebSockets.js makes headers unreadable when its first callback returns. */
export interface RequestHead {
  readonly method: Method;
  readonly path: string;
  readonly query: string;
  /** The Last-Event-ID header; empty if absent. */
  readonly lastEventId: string;
  /** The X-Client-ID header; empty if absent. */
  readonly clientHeader: string;
  /** True if a page of another site sent it, whose origin is not allowed. */
  readonly isForeignPage: boolean;
  /** True if a relay has received the request. */
  readonly isRelayed?: boolean;
  /** Returns any header, empty if absent, while the request is readable. */
  header(name: string): string;
  /** Returns `<address>:<port>`, which identifies a caller without a client id. */
  address(): string;
  /** Returns the IP address, by which callers are limited. */
  remoteAddress(): string;
}

/** Maximum characters of a client id (wire.md section 1). */
export const longestClientId = 1024;

/** The request that a handler receives: the head together with the matched route and the body. */
export class RoutedRequest implements ApiRequest {
  readonly id: string;
  readonly rest: string;
  readonly pathSlot: ApiRequest['pathSlot'];
  readonly body: Json | undefined;
  readonly access: Access | undefined;
  readonly bodyBytes: number;
  readonly #head: RequestHead;
  #parameters: URLSearchParams | undefined;

  constructor(
    head: RequestHead,
    match: Pick<RouteMatch, 'id' | 'rest'> & ApiRequest['pathSlot'],
    body: Json | undefined,
    access: Access | undefined,
    bodyBytes = 0,
  ) {
    this.#head = head;
    this.id = match.id;
    this.rest = match.rest;
    this.pathSlot = match;
    this.body = body;
    this.access = access;
    this.bodyBytes = bodyBytes;
  }

  get method(): Method {
    return this.#head.method;
  }

  get path(): string {
    return this.#head.path;
  }

  header(name: string): string {
    return this.#head.header(name);
  }

  get lastEventId(): string | undefined {
    return this.#head.lastEventId || undefined;
  }

  get isForeignPage(): boolean {
    return this.#head.isForeignPage;
  }

  get isRelayed(): boolean {
    return this.#head.isRelayed === true;
  }

  get clientId(): string {
    const clientId = this.#head.clientHeader || this.query('clientId');
    if (!clientId) return this.#head.address();
    if (clientId.length > longestClientId) {
      throw new ApiError('invalid-request', `the client id has more than ${longestClientId} characters`);
    }
    // The client id outlives the request for as long as the caller counts as present.
    return ownText(clientId);
  }

  get address(): string {
    return this.#head.remoteAddress();
  }

  query(name: string): string | undefined {
    if (this.#head.query === '') return undefined;
    this.#parameters ??= new URLSearchParams(this.#head.query);
    return this.#parameters.get(name) ?? undefined;
  }

  flag(name: string): boolean {
    const value = this.query(name);
    return value === '' || value === 'true' || value === '1';
  }
}
