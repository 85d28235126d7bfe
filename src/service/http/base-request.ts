import type { ApiRequest, Json, Method } from './api.js';
import type { RouteMatch } from './router.js';
import type { Access } from './security/access.js';

/** A request as its handler receives it. The matched route, the rights and the body are set before that. */
export abstract class BaseRequest implements ApiRequest {
  readonly method: Method;
  readonly path: string;
  /** The part after `?`; empty if there is none. */
  readonly search: string;
  match!: RouteMatch;
  access: Access | undefined;
  body: Json | undefined;
  bodyBytes = 0;
  #parameters: URLSearchParams | undefined;

  constructor(method: Method, path: string, search: string) {
    this.method = method;
    this.path = path;
    this.search = search;
  }

  abstract readonly lastEventId: string | undefined;
  abstract readonly clientId: string;
  abstract readonly isForeignPage: boolean;
  abstract readonly address: string;
  abstract header(name: string): string;

  get id(): string {
    return this.match.id;
  }

  get rest(): string {
    return this.match.rest;
  }

  get pathSlot(): ApiRequest['pathSlot'] {
    return this.match;
  }

  query(name: string): string | undefined {
    if (this.search === '') return undefined;
    this.#parameters ??= new URLSearchParams(this.search);
    return this.#parameters.get(name) ?? undefined;
  }

  flag(name: string): boolean {
    const value = this.query(name);
    return value === '' || value === 'true' || value === '1';
  }
}

/** A request without headers: an item of a batch, with the client id of the batch, or a stream at a relay. */
export class HeaderlessRequest extends BaseRequest {
  readonly clientId: string;
  readonly lastEventId = undefined;
  /** A foreign page may not send a batch, which is a POST. The host has rejected the streams of such pages at relays. */
  readonly isForeignPage = false;

  constructor(method: Method, pathAndQuery: string, clientId: string) {
    const queryAt = pathAndQuery.indexOf('?');
    const path = queryAt < 0 ? pathAndQuery : pathAndQuery.slice(0, queryAt);
    super(method, path, queryAt < 0 ? '' : pathAndQuery.slice(queryAt + 1));
    this.clientId = clientId;
  }

  get address(): string {
    return this.clientId;
  }

  header(): string {
    return '';
  }
}
