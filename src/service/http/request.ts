import { ownText } from '../own-text.js';
import type { ApiRequest, Json, Method } from './api.js';
import { ApiError } from './errors.js';
import type { RouteMatch } from './router.js';
import type { Access } from './security/access.js';

/** What of a request was read while it could be: uWebSockets.js forgets it when the first callback returns. */
export interface RequestHead {
  readonly method: Method;
  readonly path: string;
  readonly query: string;
  /** The Last-Event-ID header, empty when absent. */
  readonly lastEventId: string;
  /** The X-Client-ID header, empty when absent. */
  readonly clientHeader: string;
  /** A page of another site sends it whose origin is not allowed. */
  readonly isForeignPage: boolean;
  /** Any header, empty when absent; while the request can be read. */
  header(name: string): string;
  /** The caller's address, for the identity of a caller that names none. */
  address(): string;
  /** The address alone, for what is bounded by it. */
  remoteAddress(): string;
}

/** Characters of the id by which a client names itself (wire.md section 1). */
export const longestClientId = 1024;

/** A request as its handler sees it. */
export class RoutedRequest implements ApiRequest {
  readonly id: string;
  readonly rest: string;
  readonly place: ApiRequest['place'];
  readonly body: Json | undefined;
  readonly access: Access | undefined;
  readonly bodyBytes: number;
  readonly #head: RequestHead;
  #parameters: URLSearchParams | undefined;

  constructor(
    head: RequestHead,
    match: Pick<RouteMatch, 'id' | 'rest'> & ApiRequest['place'],
    body: Json | undefined,
    access: Access | undefined,
    bodyBytes = 0,
  ) {
    this.#head = head;
    this.id = match.id;
    this.rest = match.rest;
    this.place = match;
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

  get clientId(): string {
    const named = this.#head.clientHeader || this.query('clientId');
    if (!named) return this.#head.address();
    if (named.length > longestClientId) {
      throw new ApiError('invalid-request', `the client id has more than ${longestClientId} characters`);
    }
    // It is remembered for as long as the caller counts as present.
    return ownText(named);
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
