import type { Method } from './api.js';
import type { EngineRequest, Exchange } from './engines/engine.js';
import type { RequestHead } from './request.js';
import { headerText } from './responses/header-text.js';

/** Checks of the page that sends a request. */
export interface PageChecks {
  isForeignPage(request: EngineRequest): boolean;
  /** Lets an allowed page show the picture that is answered. */
  allowShowing(exchange: Exchange, request: EngineRequest): void;
}

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
  readonly #pages: PageChecks;
  #isForeignPage: boolean | undefined;
  #address: string | undefined;

  constructor(
    exchange: Exchange,
    request: EngineRequest,
    method: Method,
    pages: PageChecks,
    addressOf: (exchange: Exchange, head: RequestHead) => string,
  ) {
    this.method = method;
    this.#pages = pages;
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

  get isForeignPage(): boolean {
    this.#isForeignPage ??= this.#pages.isForeignPage(this.#request);
    return this.#isForeignPage;
  }

  /** To be called before the request goes, where its answer may be a picture, or these may be asked for afterwards. */
  keep(): void {
    this.#pages.allowShowing(this.#exchange, this.#request);
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
