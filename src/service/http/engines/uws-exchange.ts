import { STATUS_CODES, validateHeaderValue } from 'node:http';
import { platform } from '../../platform.js';
import { plainAddress } from './address.js';
import { packetBytes } from './cork-writer.js';
import {
  type AbortListener,
  type AnswerLength,
  type Exchange,
  errorBody,
  type Headers,
  ownPageHeaders,
} from './engine.js';
import type { Answering, Shared } from './uws-answering.js';
import { headBytes, isWorthNoLook, sendBody } from './uws-body.js';
import { UwsPieces } from './uws-pieces.js';
import type { UwsHead } from './uws-request.js';
import { bytesOf, type UwsResponse } from './uws-types.js';

const typeName = bytesOf('Content-Type');
/** What nearly every answer is. */
const json = 'application/json; charset=utf-8';
const jsonBytes = bytesOf(json);
/** With the lines of `ownPageHeaders` behind it: each header that is written by itself is one more call out of JavaScript. */
const jsonForOwnPage = bytesOf(
  [json, ...ownPageHeaders.map(([name, value]) => `${name}: ${value}`)].join('\r\n'),
);

const nothing = new Uint8Array();
const none: Headers = [];

/** One in so many answers without a body ends its connection. */
const emptyPerConnection = 256;

/** A response of uWebSockets.js with what must be known of it after its handler has returned: every use after an abort throws. */
export class UwsExchange implements Exchange, Answering {
  commonHeaders: Headers = none;
  isAborted = false;
  readonly response: UwsResponse;
  readonly shared: Shared;
  readonly isHead: boolean;
  /** Its answer to a HEAD has ended: uWebSockets.js throws at what comes behind it. */
  #isHeadAnswered = false;
  readonly #hasBody: boolean;
  readonly #asksToClose: boolean;
  /** In a call of uWebSockets.js about this very request, which it has corked for. */
  #isCalled = true;
  #abortListener: AbortListener | undefined;
  /** What is short goes out then without a look at its pieces, of which there are thousands. */
  isEndless = false;
  isEventStream = false;
  /** Set once the answer goes out in pieces that have an end or are long, or somebody asks when it can. */
  #pieces: UwsPieces | undefined;

  constructor(response: UwsResponse, head: UwsHead, shared: Shared) {
    this.response = response;
    this.shared = shared;
    this.#hasBody = head.hasBody;
    this.isHead = head.getMethod() === 'HEAD';
    // As uWebSockets.js tells it, which then closes and does not say so.
    this.#asksToClose = head.getHeader('connection').length === 'close'.length;
    // A response that has no abort handler ends the process when its peer goes, even one that `end()` was called on (SVC-9).
    response.onAborted(() => this.#aborted());
  }

  #aborted(): void {
    this.isAborted = true;
    this.#pieces?.drop();
    this.shared.packets.forget(this.response);
    this.shared.unread.release(this);
    this.#abortListener?.aborted();
  }

  get prefersBytes(): boolean {
    return true;
  }

  /** To be called when the handler of the request returns. */
  returned(): void {
    this.#isCalled = false;
  }

  /**
   * For what has no clear end: in a later turn, since uWebSockets.js serves what has come behind an answer that closes, and
   * closes for what has come behind a request that waits.
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
    // Of a body that is none uWebSockets.js does not tell the end when the head has come in two pieces.
    if (!this.#hasBody) return handler(nothing, true);
    // The memory of a chunk is uWebSockets.js's own and gone after the call.
    this.response.onData((chunk, isLast) => {
      this.#isCalled = true;
      handler(new Uint8Array(chunk), isLast);
      this.#isCalled = false;
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
    else if (this.#isCalled && this.shared.cork.takes(headBytes + body.length))
      this.#sendCorked(status, contentType, body, headers, close);
    else this.response.cork(() => this.#sendCorked(status, contentType, body, headers, close));
  }

  #sendCorked(
    status: number,
    contentType: string,
    body: string | Uint8Array,
    headers?: Headers,
    close = false,
  ): void {
    this.#writeHead(status, contentType, headers);
    if (close || body.length === 0) this.response.end(body, close || endsConnection());
    else if (isWorthNoLook(body)) this.response.end(body);
    else sendBody(this, body);
  }

  #sendHead(
    status: number,
    contentType: string,
    headers: Headers | undefined,
    length: number | undefined,
    close = false,
  ): void {
    this.#isHeadAnswered = true;
    this.response.cork(() => {
      this.#writeHead(status, contentType, headers);
      if (close || endsConnection()) this.response.endWithoutBody(length ?? 0, true);
      else {
        // Given a length, uWebSockets.js takes the answer for one that goes on, and closes at the next request.
        if (length !== undefined) this.response.writeHeader('Content-Length', String(length));
        this.response.endWithoutBody();
      }
    });
  }

  sendEmpty(status: number, headers: Headers): void {
    this.response.cork(() => {
      this.#writeHead(status, '', headers);
      this.response.end(undefined, endsConnection());
    });
  }

  begin(status: number, contentType: string, headers: Headers | undefined, length: AnswerLength): void {
    checkHeaders(headers);
    if (this.isHead)
      return this.#sendHead(status, contentType, headers, typeof length === 'number' ? length : undefined);
    this.isEndless = length === 'endless';
    this.isEventStream = this.isEndless && contentType.startsWith('text/event-stream');
    if (length !== 'endless') this.#inPieces().begun(length);
    this.shared.packets.give(
      this.response,
      headBytes + lengthOf(headers) + lengthOf(this.commonHeaders),
      () => {
        this.#writeHead(status, contentType, headers);
        return true;
      },
    );
  }

  write(piece: string | Uint8Array): boolean {
    if (this.#isHeadAnswered) return true;
    const { response, shared } = this;
    const isShort = typeof piece !== 'string' && piece.byteLength <= packetBytes;
    if (!this.isEndless || !isShort || shared.packets.gathers(response)) return this.#inPieces().write(piece);
    const isTaken = shared.packets.alone(response, piece, this.isEventStream);
    if (!isTaken) this.#inPieces().wait(piece.byteLength);
    return isTaken;
  }

  onWritable(listener: () => void): void {
    this.#inPieces().onWritable(listener);
  }

  cork(work: () => void): void {
    this.shared.packets.together(this.response, work);
  }

  end(): void {
    if (!this.#isHeadAnswered) this.#inPieces().end();
  }

  close(): void {
    if (this.#isHeadAnswered) return;
    this.shared.packets.forget(this.response);
    this.response.close();
  }

  remoteAddress(): string {
    return plainAddress(Buffer.from(this.response.getRemoteAddressAsText()).toString());
  }

  remotePort(): number | undefined {
    return this.response.getRemotePort?.();
  }

  #inPieces(): UwsPieces {
    this.#pieces ??= new UwsPieces(this);
    return this.#pieces;
  }

  /** Status line and headers; inside a cork. */
  #writeHead(status: number, contentType: string, headers = none): void {
    const response = this.response;
    if (status !== 200) response.writeStatus(`${status} ${STATUS_CODES[status] ?? ''}`);
    let common = this.commonHeaders;
    if (contentType === json && common === ownPageHeaders) {
      response.writeHeader(typeName, jsonForOwnPage);
      common = none;
    } else if (contentType === json) response.writeHeader(typeName, jsonBytes);
    else if (contentType !== '') response.writeHeader(typeName, contentType);
    if (headers !== none) for (const [name, value] of headers) response.writeHeader(name, value);
    if (common !== none) for (const [name, value] of common) response.writeHeader(name, value);
    if (this.#asksToClose) response.writeHeader('Connection', 'close');
  }
}

/**
 * Of an answer without a body uWebSockets.js does not tell whether the client takes it: one that asks for nothing else and
 * never reads must not have its answers gathered for ever.
 */
function endsConnection(): boolean {
  return Math.random() * emptyPerConnection < 1;
}

function lengthOf(headers = none): number {
  return headers.reduce((length, [name, value]) => length + name.length + value.length + 4, 0);
}

/** @throws TypeError for a value that would end its line, before anything of the answer has been written */
function checkHeaders(headers = none): void {
  for (const [name, value] of headers) validateHeaderValue(name, value);
}
