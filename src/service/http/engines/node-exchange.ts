import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { HeldBytes } from '../../held-bytes.js';
import { platform } from '../../platform.js';
import { plainAddress } from './address.js';
import { type AbortListener, type AnswerLength, type Exchange, type Headers, partBytes } from './engine.js';
import type { BodyHandler, NodeRequest } from './node-request.js';
import type { Turn, Turns } from './node-turns.js';
import { Parts } from './parts.js';

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

export class NodeExchange implements Exchange, Turn {
  commonHeaders: Headers = [];
  #isLost = false;
  readonly #request: NodeRequest;
  readonly #response: ServerResponse;
  readonly #connection: Socket;
  readonly #turns: Turns;
  readonly #unread: HeldBytes<NodeExchange>;
  /** What is left of the piece that the client has not taken yet. */
  #rest: Parts | undefined;
  #endsAfterRest = false;
  #writableListener: (() => void) | undefined;
  #isAskedForRoom = false;
  /** Set while the answer is an endless one, which is written past node:http. */
  #isEndless = false;
  #abortListener: AbortListener | undefined;

  /** @param turns those of its connection, of which it has the present one */
  constructor(request: NodeRequest, response: ServerResponse, turns: Turns, unread: HeldBytes<NodeExchange>) {
    this.#unread = unread;
    this.#request = request;
    this.#response = response;
    this.#connection = request.socket;
    this.#turns = turns;
    turns.began(this);
    response.on('close', this.#closed);
  }

  /** At once, and not only when the connection says so: what is decided between a stop and that is not done any more. */
  get isAborted(): boolean {
    return this.#isLost || this.#connection.destroyed;
  }

  /** Only then has node:http given the connection to the next response. */
  get isOver(): boolean {
    return this.#response.writableFinished && this.#response.socket === null;
  }

  get isHead(): boolean {
    return this.#request.method === 'HEAD';
  }

  get isReceiving(): boolean {
    return !this.#request.complete && !this.#response.headersSent;
  }

  lost(): void {
    this.#unread.release(this);
    this.#rest = undefined;
    if (this.isOver) return;
    this.#isLost = true;
    this.#abortListener?.aborted();
    this.#abortListener = undefined;
  }

  drained(): void {
    this.#response.emit('drain');
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
    if (this.#isGone) return;
    const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
    const head = this.#head(contentType, headers);
    head.push('Content-Length', String(length));
    if (close) {
      head.push('Connection', 'close');
      this.#turns.close();
      this.#connection.destroySoon = () => closeGently(this.#connection);
    }
    this.#response.writeHead(status, STATUS_CODES[status], head);
    if (length <= partBytes) {
      this.#response.end(body);
      if (this.#connection.writableLength > 0) this.#expectReader(length);
      return;
    }
    this.#rest = new Parts(body, length);
    this.#endsAfterRest = true;
    if (this.#writeRest()) this.#response.end();
  }

  sendEmpty(status: number, headers: Headers): void {
    if (this.#isGone) return;
    this.#response.writeHead(status, STATUS_CODES[status], this.#head('', headers));
    this.#response.end();
  }

  begin(status: number, contentType: string, headers: Headers | undefined, length: AnswerLength): void {
    if (this.#isGone) return;
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
    if (this.#isGone) return false;
    const length = typeof piece === 'string' ? Buffer.byteLength(piece) : piece.byteLength;
    const direct = this.#isEndless ? this.#response.socket : null;
    // TLS makes bytes of its own of all that it is given.
    const isShared = !(this.#connection instanceof TLSSocket) || length <= partBytes;
    if (direct !== null && isShared) {
      // A chunk without data would end the answer.
      if (length === 0 || !this.#response.chunkedEncoding) return direct.write(piece);
      if (typeof piece === 'string') return direct.write(`${chunkHead(length)}${piece}\r\n`);
      return direct.write(sharedChunkOf(piece));
    }
    this.#rest = new Parts(piece, length);
    return this.#writeRest();
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
    if (this.#rest !== undefined) this.#endsAfterRest = true;
    else if (!this.#isGone) this.#response.end();
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

  /** Hands over as much of the piece as the client takes; false when it has to wait for the rest. */
  #writeRest(): boolean {
    for (;;) {
      const rest = this.#rest;
      if (rest === undefined) return true;
      const part = rest.next();
      if (rest.isOver) this.#rest = undefined;
      if (this.#writePart(part)) continue;
      this.#askForRoom();
      if (!this.#isEndless) this.#expectReader(rest.bytes);
      return false;
    }
  }

  #writePart(part: Uint8Array): boolean {
    const direct = this.#isEndless ? this.#response.socket : null;
    if (direct === null) return this.#response.write(part);
    return direct.write(this.#response.chunkedEncoding ? sharedChunkOf(part) : part);
  }

  #askForRoom(): void {
    if (this.#isAskedForRoom) return;
    this.#isAskedForRoom = true;
    (this.#isEndless ? this.#connection : this.#response).on('drain', () => {
      if (this.#isGone || !this.#writeRest()) return;
      this.#unread.release(this);
      if (this.#endsAfterRest) this.#response.end();
      else this.#writableListener?.();
    });
  }

  /**
   * So many bytes wait for the client. One that takes nothing of an answer for so long has gone; bytes that leave begin the
   * time anew.
   */
  #expectReader(bytes: number): void {
    this.#unread.hold(this, bytes);
    if (!this.isAborted) this.#connection.setTimeout(idleMs);
  }

  get #isGone(): boolean {
    return this.isAborted || this.#response.destroyed;
  }

  #head(contentType: string, headers: Headers = []): string[] {
    const head = contentType === '' ? [] : ['Content-Type', contentType];
    for (const [name, value] of headers) head.push(name, value);
    for (const [name, value] of this.commonHeaders) head.push(name, value);
    return head;
  }

  /** The answer has left, or the client has gone. */
  readonly #closed = (): void => {
    this.#unread.release(this);
    if (this.isOver) this.#turns.ended(this);
    else this.lost();
  };
}
