import type { Exchange, Headers } from '../service/http/engines/engine.js';
import type { ApiError } from '../service/http/errors.js';
import type { ResponseHeadMessage } from '../service/nats/exchange-messages.js';
import type { ResponseListener } from './host-requests.js';

/** Forwards a response of the host to an app, no faster than the app reads. */
export class ResponseForwarder implements ResponseListener {
  readonly #exchange: Exchange;
  /** Headers of JSON responses; other types may be shown by pages and get more. */
  readonly #headersOfJson: Headers;
  readonly #fail: (error: ApiError) => void;
  #hasStarted = false;
  #next: ((goesOn: boolean) => void) | undefined;

  /** @param fail called if the response fails before it has started; afterwards the connection is closed */
  constructor(exchange: Exchange, fail: (error: ApiError) => void) {
    this.#exchange = exchange;
    this.#headersOfJson = exchange.commonHeaders;
    this.#fail = fail;
  }

  started({ status, type, headers, close, more, endless }: ResponseHeadMessage, bytes: Uint8Array): void {
    const exchange = this.#exchange;
    if (exchange.isAborted) return;
    if (type.startsWith('application/json')) exchange.commonHeaders = this.#headersOfJson;
    if (!more) {
      if (type === '' && bytes.length === 0) exchange.sendEmpty(status, headers);
      else exchange.send(status, type, bytes, headers, close);
      return;
    }
    this.#hasStarted = true;
    exchange.begin(status, type, headers, endless ? 'endless' : 'unknown');
    exchange.onWritable(() => this.#goOn(true));
  }

  piece(bytes: Uint8Array, isLast: boolean, next: (goesOn: boolean) => void): void {
    const exchange = this.#exchange;
    if (exchange.isAborted) return next(false);
    const isTaken = bytes.length === 0 || exchange.write(bytes);
    if (isLast) return exchange.end();
    if (isTaken) return next(true);
    this.#next = next;
  }

  failed(error: ApiError): void {
    if (this.#exchange.isAborted) return;
    if (this.#hasStarted) this.#exchange.close();
    else this.#fail(error);
  }

  /** Called when the app has disconnected. */
  aborted(): void {
    this.#goOn(false);
  }

  #goOn(goesOn: boolean): void {
    const next = this.#next;
    this.#next = undefined;
    next?.(goesOn);
  }
}
