import type { Method } from './api.js';
import type { EngineRequest, Exchange } from './engines/engine.js';
import { headerText } from './responses/header-text.js';
import type { RequestHead } from './routed-request.js';

/** Checks of the web page that sent a request. */
export interface PageChecks {
  /** True if a relay has received the request. */
  readonly isRelayed?: boolean;
  isForeignPage(request: EngineRequest): boolean;
  /** Lets an allowed page show the image in the response. */
  allowShowing(exchange: Exchange, request: EngineRequest): void;
}

/**
 * Reads the head of a request. Reading a header is slow, so the headers about the caller are read on demand,
 * or by `readCaller` while the request is still readable.
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

  get isRelayed(): boolean {
    return this.#pages.isRelayed === true;
  }

  /** Reads the headers about the caller. Call it before the request becomes unreadable. */
  readCaller(): void {
    this.#pages.allowShowing(this.#exchange, this.#request);
    void this.isForeignPage;
    this.#clientHeader ??= headerText(this.#request.getHeader('x-client-id'));
    this.#lastEventId ??= this.#request.getHeader('last-event-id');
  }

  header(name: string): string {
    return this.#request.getHeader(name);
  }

  /** Cached, because an address without a port would count as two callers. */
  address(): string {
    this.#address ??= this.#addressOf(this.#exchange, this);
    return this.#address;
  }

  remoteAddress(): string {
    return this.#exchange.remoteAddress();
  }
}
