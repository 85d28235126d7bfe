import { isUtf8 } from 'node:buffer';
import { detachText } from '../common/detach-text.js';
import type { Method } from './api.js';
import { BaseRequest } from './base-request.js';
import type { EngineRequest, Exchange } from './engines/engine.js';
import { ApiError } from './errors.js';

/** Maximum characters of a client id (wire.md section 1). */
export const longestClientId = 1024;

/** Checks of the web page that sent a request. */
export interface PageChecks {
  /** True if a relay has received the request. */
  readonly isRelayed?: boolean;
  isForeignPage(request: EngineRequest): boolean;
  /** Lets an allowed page show the image in the response. */
  allowShowing(exchange: Exchange, request: EngineRequest): void;
}

/**
 * A request of its own. With uWebSockets.js headers become unreadable when its first callback returns, and reading one
 * is slow. Those about the caller are read on demand, or by `readCaller` in time.
 */
export class ReceivedRequest extends BaseRequest {
  readonly exchange: Exchange;
  readonly #source: EngineRequest;
  readonly #pages: PageChecks;
  readonly #addressOf: (request: ReceivedRequest) => string;
  #clientHeader: string | undefined;
  #lastEventId: string | undefined;
  #isForeignPage: boolean | undefined;
  #callerAddress: string | undefined;

  /** @param addressOf returns `<address>:<port>`, which identifies a caller without a client id */
  constructor(
    exchange: Exchange,
    source: EngineRequest,
    method: Method,
    pages: PageChecks,
    addressOf: (request: ReceivedRequest) => string,
  ) {
    super(method, source.getUrl(), source.getQuery() ?? '');
    this.exchange = exchange;
    this.#source = source;
    this.#pages = pages;
    this.#addressOf = addressOf;
  }

  /** Reads the headers about the caller. Call it before the request becomes unreadable. */
  readCaller(): void {
    this.#pages.allowShowing(this.exchange, this.#source);
    void this.isForeignPage;
    void this.lastEventId;
    this.#clientHeader ??= headerText(this.#source.getHeader('x-client-id'));
  }

  header(name: string): string {
    return this.#source.getHeader(name);
  }

  get clientId(): string {
    this.#clientHeader ??= headerText(this.#source.getHeader('x-client-id'));
    const clientId = this.#clientHeader || this.query('clientId');
    if (!clientId) return this.callerAddress;
    if (clientId.length > longestClientId) {
      throw new ApiError('invalid-request', `the client id has more than ${longestClientId} characters`);
    }
    // The client id outlives the request for as long as the caller counts as present.
    return detachText(clientId);
  }

  get lastEventId(): string | undefined {
    this.#lastEventId ??= this.#source.getHeader('last-event-id');
    return this.#lastEventId || undefined;
  }

  get isForeignPage(): boolean {
    this.#isForeignPage ??= this.#pages.isForeignPage(this.#source);
    return this.#isForeignPage;
  }

  get isRelayed(): boolean {
    return this.#pages.isRelayed === true;
  }

  get address(): string {
    return this.exchange.remoteAddress();
  }

  /** `<address>:<port>`, cached, because an address without a port would count as two callers. */
  get callerAddress(): string {
    this.#callerAddress ??= this.#addressOf(this);
    return this.#callerAddress;
  }
}

/**
 * Decodes a header value. Engines return one character per byte, or decode UTF-8. Bytes that are valid UTF-8, as most
 * programs send, are decoded; others are Latin-1, as browsers send.
 */
function headerText(value: string): string {
  if (!/[\u0080-\uffff]/.test(value) || /[\u0100-\uffff]/.test(value)) return value;
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : value;
}
