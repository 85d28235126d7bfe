import type { Method } from './api.js';
import type { EngineRequest, Exchange } from './engines/engine.js';
import { headerText } from './header-text.js';
import type { RequestHead } from './request.js';

/**
 * What of a request is read while it can be. To read a header costs a tenth of the rest: those that tell who asks are read
 * where somebody wants to know, or may want to once the request has gone.
 */
export class ReceivedHead implements RequestHead {
  readonly method: Method;
  readonly path: string;
  readonly query: string;
  readonly #exchange: Exchange;
  readonly #request: EngineRequest;
  readonly #addressOf: (exchange: Exchange, head: RequestHead) => string;
  #clientHeader: string | undefined;
  #lastEventId: string | undefined;
  readonly #isOriginAllowed: boolean;
  #isForeignPage: boolean | undefined;
  #address: string | undefined;

  constructor(
    exchange: Exchange,
    request: EngineRequest,
    method: Method,
    isOriginAllowed: boolean,
    addressOf: (exchange: Exchange, head: RequestHead) => string,
  ) {
    this.method = method;
    this.#isOriginAllowed = isOriginAllowed;
    this.path = request.getUrl();
    this.query = request.getQuery() ?? '';
    this.#exchange = exchange;
    this.#request = request;
    this.#addressOf = addressOf;
  }

  get clientHeader(): string {
    this.#clientHeader ??= headerText(this.#request.getHeader('x-client-id'));
    return this.#clientHeader;
  }

  get lastEventId(): string {
    this.#lastEventId ??= this.#request.getHeader('last-event-id');
    return this.#lastEventId;
  }

  /** Browsers send no Origin with what a page shows, or leads to; they tell of its site where nobody can read the connection. */
  get isForeignPage(): boolean {
    this.#isForeignPage ??=
      !this.#isOriginAllowed ||
      (this.#request.getHeader('sec-fetch-site') === 'cross-site' &&
        this.#request.getHeader('origin') === '');
    return this.#isForeignPage;
  }

  /** To be called before the request goes, where these may be asked for afterwards. */
  keep(): void {
    void this.isForeignPage;
    this.#clientHeader ??= headerText(this.#request.getHeader('x-client-id'));
    this.#lastEventId ??= this.#request.getHeader('last-event-id');
  }

  header(name: string): string {
    return this.#request.getHeader(name);
  }

  /** Asked twice, an address without a port would be two callers. */
  address(): string {
    this.#address ??= this.#addressOf(this.#exchange, this);
    return this.#address;
  }

  remoteAddress(): string {
    return this.#exchange.remoteAddress();
  }
}
