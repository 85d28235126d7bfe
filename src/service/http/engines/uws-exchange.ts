import { STATUS_CODES, validateHeaderValue } from 'node:http';
import type { ByteBudget } from '../../common/byte-budget.js';
import { platform } from '../../common/platform.js';
import { plainAddress } from './address.js';
import type { CorkBudget } from './cork-budget.js';
import {
  type AbortListener,
  type Exchange,
  errorBody,
  type Headers,
  ownPageHeaders,
  type ResponseLength,
} from './engine.js';
import type { UwsHead } from './uws-request.js';
import { bytesOf, type UwsResponse } from './uws-types.js';
import { sendBody, UwsWriter } from './uws-writer.js';

/** State that all exchanges of an engine share; an exchange is created per request. */
export interface UwsShared {
  readonly unread: ByteBudget<UwsResponse>;
  readonly corkBudget: CorkBudget;
}

const typeName = bytesOf('Content-Type');
/** The content type of nearly every response. */
const json = 'application/json; charset=utf-8';
const jsonBytes = bytesOf(json);
/** The content type with `ownPageHeaders` behind it, because each header is a native call. */
const jsonForOwnPage = bytesOf(
  [json, ...ownPageHeaders.map(([name, value]) => `${name}: ${value}`)].join('\r\n'),
);

const noBytes = new Uint8Array();
const noHeaders: Headers = [];

/** One in this many empty responses closes its connection. */
const emptyResponsesPerConnection = 256;
/** Estimated bytes of a response head. */
const headBytes = 256;
/**
 * Average number of response bytes per check whether the client reads: checking every short response is too slow.
 * A client that does not read may have about this much unread without being noticed.
 */
const bytesPerCheck = 64 * 1024;

/** An exchange over uWebSockets.js. It knows when it was aborted, because every use after that throws. */
export class UwsExchange implements Exchange {
  commonHeaders: Headers = noHeaders;
  isAborted = false;
  readonly #response: UwsResponse;
  readonly #shared: UwsShared;
  readonly isHead: boolean;
  /** True once a HEAD request was answered; uWebSockets.js then throws at further calls. */
  #isHeadSent = false;
  readonly #hasBody: boolean;
  readonly #asksToClose: boolean;
  /** True inside a callback of uWebSockets.js for this request, which has corked the connection. */
  #isInCallback = true;
  #abortListener: AbortListener | undefined;
  /** Set once a response in pieces has begun. */
  #writer: UwsWriter | undefined;

  constructor(response: UwsResponse, head: UwsHead, shared: UwsShared) {
    this.#response = response;
    this.#shared = shared;
    this.#hasBody = head.hasBody;
    this.isHead = head.getMethod() === 'HEAD';
    // uWebSockets.js compares only the length, and then closes without the header.
    this.#asksToClose = head.getHeader('connection').length === 'close'.length;
    // Without an abort handler the process ends when the client disconnects, even after `end()` (SVC-9).
    response.onAborted(() => this.#aborted());
  }

  #aborted(): void {
    this.isAborted = true;
    this.#shared.unread.release(this.#response);
    this.#abortListener?.aborted();
  }

  get prefersBytes(): boolean {
    return true;
  }

  /** Call it when the request handler has returned. */
  returned(): void {
    this.#isInCallback = false;
  }

  /**
   * Rejects a request without a clear end, in a later turn. After an immediate closing response, uWebSockets.js would
   * serve the data that follows; while the request waits, such data closes the connection.
   */
  refuse(problem: string, status: 400 | 417): void {
    platform.setImmediate(() => {
      if (!this.isAborted) this.send(status, json, errorBody(problem), [], true);
    });
  }

  onAborted(listener: AbortListener): void {
    this.#abortListener = listener;
  }

  onData(handler: (piece: Uint8Array, isLast: boolean) => void): void {
    // uWebSockets.js does not report the end of an empty body if the head came in two pieces.
    if (!this.#hasBody) return handler(noBytes, true);
    // The chunk's memory belongs to uWebSockets.js and is invalid after the call.
    this.#response.onData((chunk, isLast) => {
      this.#isInCallback = true;
      handler(new Uint8Array(chunk), isLast);
      this.#isInCallback = false;
    });
  }

  send(
    status: number,
    contentType: string,
    body: string | Uint8Array,
    headers?: Headers,
    close = false,
  ): void {
    checkHeaders(headers);
    if (this.isHead) this.#sendHead(status, contentType, headers, Buffer.byteLength(body), close);
    else if (this.#isInCallback && this.#shared.corkBudget.hasRoom(headBytes + body.length))
      this.#sendCorked(status, contentType, body, headers, close);
    else this.#response.cork(() => this.#sendCorked(status, contentType, body, headers, close));
  }

  #sendCorked(
    status: number,
    contentType: string,
    body: string | Uint8Array,
    headers?: Headers,
    close = false,
  ): void {
    this.#writeHead(status, contentType, headers);
    if (close || body.length === 0) this.#response.end(body, close || endsConnection());
    else if (canSkipCheck(body)) this.#response.end(body);
    else sendBody(this.#response, body, this.#shared.unread);
  }

  #sendHead(
    status: number,
    contentType: string,
    headers: Headers | undefined,
    length: number | undefined,
    close = false,
  ): void {
    this.#isHeadSent = true;
    this.#response.cork(() => {
      this.#writeHead(status, contentType, headers);
      if (close || endsConnection()) this.#response.endWithoutBody(length ?? 0, true);
      else {
        // With a length argument, uWebSockets.js would expect more data and close at the next request.
        if (length !== undefined) this.#response.writeHeader('Content-Length', String(length));
        this.#response.endWithoutBody();
      }
    });
  }

  sendEmpty(status: number, headers: Headers): void {
    this.#response.cork(() => {
      this.#writeHead(status, '', headers);
      this.#response.end(undefined, endsConnection());
    });
  }

  begin(status: number, contentType: string, headers: Headers | undefined, length: ResponseLength): void {
    checkHeaders(headers);
    if (this.isHead) return this.#sendHead(status, contentType, headers, undefined);
    const isEndless = length === 'endless';
    const isEventStream = isEndless && contentType.startsWith('text/event-stream');
    this.#writer = new UwsWriter(
      this.#response,
      // The owners of endless streams limit their unread bytes themselves.
      isEndless ? undefined : this.#shared.unread,
      isEventStream,
    );
    this.#response.cork(() => this.#writeHead(status, contentType, headers));
  }

  write(piece: string | Uint8Array): boolean {
    return this.#writer === undefined || this.#writer.write(piece);
  }

  onWritable(listener: () => void): void {
    this.#writer?.onWritable(listener);
  }

  end(): void {
    this.#writer?.end();
  }

  close(): void {
    if (!this.#isHeadSent) this.#response.close();
  }

  remoteAddress(): string {
    return plainAddress(Buffer.from(this.#response.getRemoteAddressAsText()).toString());
  }

  remotePort(): number | undefined {
    return this.#response.getRemotePort?.();
  }

  /** Writes the status line and headers; call it inside a cork. */
  #writeHead(status: number, contentType: string, headers = noHeaders): void {
    const response = this.#response;
    if (status !== 200) response.writeStatus(`${status} ${STATUS_CODES[status] ?? ''}`);
    let common = this.commonHeaders;
    if (contentType === json && common === ownPageHeaders) {
      response.writeHeader(typeName, jsonForOwnPage);
      common = noHeaders;
    } else if (contentType === json) response.writeHeader(typeName, jsonBytes);
    else if (contentType !== '') response.writeHeader(typeName, contentType);
    if (headers !== noHeaders) for (const [name, value] of headers) response.writeHeader(name, value);
    if (common !== noHeaders) for (const [name, value] of common) response.writeHeader(name, value);
    if (this.#asksToClose) response.writeHeader('Connection', 'close');
  }
}

/**
 * Returns true at random: uWebSockets.js does not report whether an empty response was taken, and a client
 * that never reads must not accumulate them forever.
 */
function endsConnection(): boolean {
  return Math.random() * emptyResponsesPerConnection < 1;
}

/** True if a response may be sent without checking whether the client reads it; random, by its size. */
function canSkipCheck(body: string | Uint8Array): boolean {
  return Math.random() * bytesPerCheck > headBytes + body.length;
}

/**
 * Checks header values before anything is written.
 * @throws TypeError for a value that contains a line break
 */
function checkHeaders(headers = noHeaders): void {
  for (const [name, value] of headers) validateHeaderValue(name, value);
}
