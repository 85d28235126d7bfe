import { STATUS_CODES } from 'node:http';
import type { OpenResponse, Reply, ResponseOwner, Takeover } from './api.js';
import type { UwsResponse } from './uws.js';

export type Headers = readonly (readonly [name: string, value: string])[];

export const jsonType = 'application/json; charset=utf-8';

/** A response with what must be known of it after its handler has returned. */
export class Exchange {
  readonly response: UwsResponse;
  /** Of an allowed Origin; empty when the request had none. */
  readonly corsHeaders: Headers;
  isAborted = false;
  #isWatched = false;
  #onAborted: (() => void) | undefined;
  /** Once it has been taken over. */
  open: OpenUwsResponse | undefined;

  constructor(response: UwsResponse, corsHeaders: Headers) {
    this.response = response;
    this.corsHeaders = corsHeaders;
  }

  /** To be called before the handler returns without an answer. Every use of the response after an abort throws. */
  watch(): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    this.response.onAborted(() => {
      this.isAborted = true;
      this.#onAborted?.();
      this.open?.aborted();
    });
  }

  onAborted(listener: () => void): void {
    this.#onAborted = listener;
  }

  /** Status line and headers; inside a cork. */
  writeHead(status: number, contentType: string, headers: Headers = []): void {
    const { response } = this;
    if (status !== 200) response.writeStatus(`${status} ${STATUS_CODES[status] ?? ''}`);
    response.writeHeader('Content-Type', contentType);
    for (const [name, value] of headers) response.writeHeader(name, value);
    for (const [name, value] of this.corsHeaders) response.writeHeader(name, value);
  }

  /** A whole answer in one packet. */
  send(
    status: number,
    contentType: string,
    body: string | Uint8Array,
    headers?: Headers,
    close = false,
  ): void {
    this.response.cork(() => {
      this.writeHead(status, contentType, headers);
      this.response.end(body, close);
    });
  }
}

/** Slices of at most this many milliseconds are taken from a body in pieces before the frames get their turn. */
const sliceMs = 1;

/** Sends a body in pieces, no faster than the client reads and without holding the frames up. */
export function sendPieces(
  exchange: Exchange,
  reply: Reply,
  pieces: Iterator<string>,
  now: () => number,
): void {
  const { response } = exchange;
  let isWaiting = false;
  exchange.onAborted(() => pieces.return?.());
  response.onWritable(() => {
    isWaiting = false;
    setImmediate(pump);
    return true;
  });
  const pump = () => {
    if (exchange.isAborted || isWaiting) return;
    const end = now() + sliceMs;
    try {
      response.cork(() => {
        do {
          const next = pieces.next();
          if (next.done) {
            response.end();
            return;
          }
          isWaiting = !response.write(next.value);
        } while (!isWaiting && now() < end);
        if (!isWaiting) setImmediate(pump);
      });
    } catch {
      // The status has gone out: what is left to say that something went wrong is to break off.
      if (!exchange.isAborted) response.close();
    }
  };
  response.cork(() => exchange.writeHead(reply.status ?? 200, reply.contentType ?? jsonType, reply.headers));
  pump();
}

/**
 * Opens a response that stays open.
 * @param all those that are open, to which it belongs until it is closed
 */
export function takeOver(exchange: Exchange, takeover: Takeover, all: Set<OpenUwsResponse>): void {
  exchange.response.cork(() => {
    exchange.writeHead(takeover.status ?? 200, takeover.contentType, takeover.headers);
    takeover.open(new OpenUwsResponse(exchange, all));
  });
}

/** An open response over uWebSockets.js. It is kept small: there may be thousands. */
export class OpenUwsResponse implements OpenResponse {
  owner: ResponseOwner | undefined;
  readonly #exchange: Exchange;
  readonly #all: Set<OpenUwsResponse>;
  #isClosed = false;

  constructor(exchange: Exchange, all: Set<OpenUwsResponse>) {
    this.#exchange = exchange;
    this.#all = all;
    all.add(this);
    exchange.open = this;
  }

  /** The client has gone. */
  aborted(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#all.delete(this);
    const { owner } = this;
    this.owner = undefined;
    owner?.closed();
  }

  write(chunk: string | Uint8Array): boolean {
    if (this.#isClosed) return false;
    let sent = false;
    const { response } = this.#exchange;
    response.cork(() => {
      sent = response.write(chunk);
    });
    if (!sent) this.#waitUntilWritable();
    return sent;
  }

  /** Ends the connection at once; uWebSockets.js reports the abort from within. */
  close(): void {
    if (!this.#isClosed) this.#exchange.response.close();
  }

  /** Ends the response in order: what was written is still delivered. */
  end(): void {
    if (this.#isClosed) return;
    const { response } = this.#exchange;
    response.cork(() => response.end());
    this.aborted();
  }

  #waitUntilWritable(): void {
    this.#exchange.response.onWritable(() => {
      this.owner?.writable();
      return true;
    });
  }
}
