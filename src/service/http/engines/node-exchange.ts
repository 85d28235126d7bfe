import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { ByteBudget } from '../../byte-budget.js';
import { platform } from '../../platform.js';
import { plainAddress } from './address.js';
import { type AbortListener, type AnswerLength, type Exchange, type Headers, partBytes } from './engine.js';
import type { BodyHandler, NodeRequest } from './node-request.js';

/** Chunks of pieces that many streams are sent, made once for all of them. */
const sharedChunks = new WeakMap<Uint8Array, Uint8Array>();

function sharedChunkOf(piece: Uint8Array): Uint8Array {
  let chunk = sharedChunks.get(piece);
  if (chunk === undefined) {
    chunk = Buffer.concat([Buffer.from(chunkHead(piece.byteLength)), piece, Buffer.from('\r\n')]);
    sharedChunks.set(piece, chunk);
  }
  return chunk;
}

function chunkHead(bytes: number): string {
  return `${bytes.toString(16)}\r\n`;
}

/** Milliseconds after which a connection on which nothing happens is closed, as by uWebSockets.js. */
export const idleMs = 10_000;

/** Milliseconds for which what a refused client still sends is read and thrown away, so that it sees the answer. */
const lingerMs = 1000;

/**
 * Closes behind what has been written, but goes on to read for a moment: a connection that is closed while the client
 * still sends takes the answer away with it (RFC 9112, 9.6).
 */
export function closeGently(connection: Socket): void {
  connection.end();
  platform.setTimeout(() => connection.destroy(), lingerMs).unref();
}

const nothing: Uint8Array = new Uint8Array();

export class NodeExchange implements Exchange {
  commonHeaders: Headers = [];
  /** The connection closes behind it. */
  isLast = false;
  #isLost = false;
  readonly #request: NodeRequest;
  readonly #response: ServerResponse;
  readonly #connection: Socket;
  readonly #onOver: () => void;
  readonly #byteBudget: ByteBudget<NodeExchange>;
  /** A long piece goes out part by part, as the client takes it; up to `at` it has been handed over. */
  #piece = nothing;
  #at = 0;
  #endsAfterRest = false;
  #writableListener: (() => void) | undefined;
  #isAskedForRoom = false;
  /** Set while the answer is an endless one, which is written past node:http. */
  #isEndless = false;
  #abortListener: AbortListener | undefined;

  /** @param onOver called when all of the response has left */
  constructor(
    request: NodeRequest,
    response: ServerResponse,
    onOver: () => void,
    unread: ByteBudget<NodeExchange>,
  ) {
    this.#byteBudget = unread;
    this.#request = request;
    this.#response = response;
    this.#connection = request.socket;
    this.#onOver = onOver;
    response.on('close', this.#closed);
  }

  /** At once, and not only when the connection says so: what is decided between a stop and that is not done any more. */
  get isAborted(): boolean {
    return this.#isLost || this.#connection.destroyed;
  }

  get isHead(): boolean {
    return this.#request.method === 'HEAD';
  }

  /** True while it waits for the rest of its request, unanswered. */
  get isReceiving(): boolean {
    return !this.#request.complete && !this.#response.headersSent;
  }

  /** The client has gone, or the rest of the request is not HTTP. */
  lost(): void {
    this.#isLost = true;
    this.#abortListener?.aborted();
    this.#abortListener = undefined;
  }

  onAborted(listener: AbortListener): void {
    this.#abortListener = listener;
  }

  onData(handler: BodyHandler): void {
    this.#request.readBody(handler);
  }

  send(
    status: number,
    contentType: string,
    body: string | Uint8Array,
    headers?: Headers,
    close = false,
  ): void {
    if (this.isAborted) return;
    const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
    const head = this.#head(contentType, headers);
    head.push('Content-Length', String(length));
    if (close) {
      head.push('Connection', 'close');
      this.isLast = true;
      this.#connection.destroySoon = () => closeGently(this.#connection);
    }
    this.#response.writeHead(status, STATUS_CODES[status], head);
    if (length <= partBytes) {
      this.#response.end(body);
      if (this.#connection.writableLength > 0) this.#expectReader(length);
      return;
    }
    this.#endsAfterRest = true;
    if (this.#writeParts(body)) this.#response.end();
  }

  sendEmpty(status: number, headers: Headers): void {
    if (this.isAborted) return;
    this.#response.writeHead(status, STATUS_CODES[status], this.#head('', headers));
    this.#response.end();
  }

  begin(status: number, contentType: string, headers: Headers | undefined, length: AnswerLength): void {
    if (this.isAborted) return;
    const response = this.#response;
    this.#isEndless = length === 'endless';
    if (this.#isEndless) {
      // A client that has said all it wants may still wait for an answer, but not for an endless one.
      this.#connection.once('end', () => this.#connection.destroy());
    }
    const head = this.#head(contentType, headers);
    if (this.#isEndless) head.push('Connection', 'close');
    if (typeof length === 'number') head.push('Content-Length', String(length));
    response.writeHead(status, STATUS_CODES[status], head);
    response.flushHeaders();
  }

  write(piece: string | Uint8Array): boolean {
    if (this.isAborted) return false;
    const length = typeof piece === 'string' ? Buffer.byteLength(piece) : piece.byteLength;
    // TLS makes bytes of its own of all that it is given.
    const isShared = !(this.#connection instanceof TLSSocket) || length <= partBytes;
    return this.#isEndless && isShared ? this.#writeDirectly(piece, length) : this.#writeParts(piece);
  }

  onWritable(listener: () => void): void {
    this.#writableListener = listener;
    this.#askForRoom();
  }

  /**
   * node:http gathers what is written in one turn by itself. Its own `cork` is not used: with some versions the last
   * chunk of an answer that ends inside of it never leaves.
   */
  cork(work: () => void): void {
    work();
  }

  end(): void {
    if (this.#at < this.#piece.byteLength) this.#endsAfterRest = true;
    else if (!this.isAborted) this.#response.end();
  }

  close(): void {
    this.#connection.destroy();
  }

  remoteAddress(): string {
    return plainAddress(this.#connection.remoteAddress ?? '');
  }

  remotePort(): number | undefined {
    return this.#connection.remotePort;
  }

  /** Hands over as much of the piece as the client takes; false when the rest has to wait. */
  #writeParts(piece: string | Uint8Array): boolean {
    this.#piece = typeof piece === 'string' ? Buffer.from(piece) : piece;
    this.#at = 0;
    return this.#writeRest();
  }

  #writeRest(): boolean {
    while (this.#at < this.#piece.byteLength) {
      const part = this.#piece.subarray(this.#at, this.#at + partBytes);
      this.#at += part.byteLength;
      if (this.#isEndless ? this.#writeDirectly(part) : this.#response.write(part)) continue;
      this.#askForRoom();
      if (!this.#isEndless) this.#expectReader(this.#piece.byteLength);
      return false;
    }
    this.#piece = nothing;
    return true;
  }

  /** Past node:http, which would make a chunk for each of the streams that are sent the same bytes. */
  #writeDirectly(piece: string | Uint8Array, length = piece.length): boolean {
    // A chunk without data would end the answer.
    if (length === 0 || !this.#response.chunkedEncoding) return this.#connection.write(piece);
    const chunk = typeof piece === 'string' ? `${chunkHead(length)}${piece}\r\n` : sharedChunkOf(piece);
    return this.#connection.write(chunk);
  }

  #askForRoom(): void {
    if (this.#isAskedForRoom) return;
    this.#isAskedForRoom = true;
    this.#connection.on('drain', this.#goOn);
  }

  readonly #goOn = (): void => {
    if (this.isAborted || !this.#writeRest()) return;
    this.#byteBudget.release(this);
    if (this.#endsAfterRest) this.#response.end();
    else this.#writableListener?.();
  };

  /**
   * So many bytes wait for the client. One that takes nothing of an answer for so long has gone; bytes that leave begin the
   * time anew.
   */
  #expectReader(bytes: number): void {
    this.#byteBudget.hold(this, bytes);
    if (!this.isAborted) this.#connection.setTimeout(idleMs);
  }

  #head(contentType: string, headers: Headers = []): string[] {
    const head = contentType === '' ? [] : ['Content-Type', contentType];
    for (const [name, value] of headers) head.push(name, value);
    for (const [name, value] of this.commonHeaders) head.push(name, value);
    return head;
  }

  /** The answer has left, or the client has gone. */
  readonly #closed = (): void => {
    this.#byteBudget.release(this);
    this.#connection.off('drain', this.#goOn);
    // Only then has node:http given the connection to the next response.
    if (this.#response.writableFinished && this.#response.socket === null) this.#onOver();
    else this.lost();
  };
}
