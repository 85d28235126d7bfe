import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { ByteBudget } from '../../common/byte-budget.js';
import { platform } from '../../common/platform.js';
import { plainAddress } from './address.js';
import { type AbortListener, type Exchange, type Headers, partBytes, type ResponseLength } from './engine.js';
import type { BodyHandler, NodeRequest } from './node-request.js';

/** HTTP chunks of pieces that many streams send, made once for all of them. */
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

/** Milliseconds after which an idle connection is closed, as with uWebSockets.js. */
export const idleMs = 10_000;

/** Milliseconds for which the data of a refused client is read and discarded, so that it receives the response. */
const lingerMs = 1000;

/**
 * Closes after the pending output, but reads on for a moment: closing while the client still sends
 * would lose the response (RFC 9112, 9.6).
 */
export function closeGently(connection: Socket): void {
  connection.end();
  platform.setTimeout(() => connection.destroy(), lingerMs).unref();
}

const noBytes: Uint8Array = new Uint8Array();

export class NodeExchange implements Exchange {
  commonHeaders: Headers = [];
  /** True if the connection closes after this response. */
  isLast = false;
  #isAborted = false;
  readonly #request: NodeRequest;
  readonly #response: ServerResponse;
  readonly #connection: Socket;
  readonly #onOver: () => void;
  readonly #byteBudget: ByteBudget<NodeExchange>;
  /** Bytes that have not been passed to the connection yet. */
  #waiting = noBytes;
  #endsAfterWaiting = false;
  #writableListener: (() => void) | undefined;
  #isListening = false;
  /** True for an endless response, which is written directly to the connection. */
  #isEndless = false;
  #abortListener: AbortListener | undefined;

  /** @param onOver called when the whole response has been sent */
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

  /** True as soon as the connection is destroyed, even before its `close` event. */
  get isAborted(): boolean {
    return this.#isAborted || this.#connection.destroyed;
  }

  get isHead(): boolean {
    return this.#request.method === 'HEAD';
  }

  /** True while the rest of the request is being received and no response has begun. */
  get isReceiving(): boolean {
    return !this.#request.complete && !this.#response.headersSent;
  }

  /** Called when the client has disconnected or the rest of the request is not HTTP. */
  abort(): void {
    this.#isAborted = true;
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
    this.#endsAfterWaiting = true;
    if (this.#writeParts(body)) this.#response.end();
  }

  sendEmpty(status: number, headers: Headers): void {
    if (this.isAborted) return;
    this.#response.writeHead(status, STATUS_CODES[status], this.#head('', headers));
    this.#response.end();
  }

  begin(status: number, contentType: string, headers: Headers | undefined, length: ResponseLength): void {
    if (this.isAborted) return;
    const response = this.#response;
    this.#isEndless = length === 'endless';
    if (this.#isEndless) {
      // A client that has closed its side may still wait for a response, but not for an endless one.
      this.#connection.once('end', () => this.#connection.destroy());
    }
    const head = this.#head(contentType, headers);
    if (this.#isEndless) head.push('Connection', 'close');
    response.writeHead(status, STATUS_CODES[status], head);
    response.flushHeaders();
  }

  write(piece: string | Uint8Array): boolean {
    if (this.isAborted) return false;
    const length = Buffer.byteLength(piece);
    // TLS copies everything it sends.
    const isShared = !(this.#connection instanceof TLSSocket) || length <= partBytes;
    return this.#isEndless && isShared && this.#waiting.byteLength === 0
      ? this.#writeDirectly(piece, length)
      : this.#writeParts(piece);
  }

  onWritable(listener: () => void): void {
    this.#writableListener = listener;
    this.#listenForRoom();
  }

  end(): void {
    if (this.#waiting.byteLength > 0) this.#endsAfterWaiting = true;
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

  /** Writes as many parts as the client takes; returns false if the rest has to wait. */
  #writeParts(piece: string | Uint8Array): boolean {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    if (this.#waiting.byteLength > 0) {
      this.#waiting = Buffer.concat([this.#waiting, bytes]);
      return false;
    }
    this.#waiting = bytes;
    return this.#writeWaiting();
  }

  #writeWaiting(): boolean {
    while (this.#waiting.byteLength > 0) {
      const unread = this.#waiting.byteLength;
      const part = this.#waiting.subarray(0, partBytes);
      this.#waiting = this.#waiting.subarray(partBytes);
      if (this.#isEndless ? this.#writeDirectly(part) : this.#response.write(part)) continue;
      this.#listenForRoom();
      if (!this.#isEndless) this.#expectReader(unread);
      return false;
    }
    return true;
  }

  /** Writes to the connection, because node:http would make a chunk of the same bytes for each stream. */
  #writeDirectly(piece: string | Uint8Array, length = piece.length): boolean {
    // An empty chunk would end the response.
    if (length === 0 || !this.#response.chunkedEncoding) return this.#connection.write(piece);
    const chunk = typeof piece === 'string' ? `${chunkHead(length)}${piece}\r\n` : sharedChunkOf(piece);
    return this.#connection.write(chunk);
  }

  #listenForRoom(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    this.#connection.on('drain', this.#continue);
  }

  readonly #continue = (): void => {
    if (this.isAborted || !this.#writeWaiting()) return;
    this.#byteBudget.release(this);
    if (this.#endsAfterWaiting) this.#response.end();
    else this.#writableListener?.();
  };

  /** Counts unread bytes, and closes the connection if the client reads nothing for the idle time. */
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

  /** Called when the response has been sent or the client has disconnected. */
  readonly #closed = (): void => {
    this.#byteBudget.release(this);
    this.#connection.off('drain', this.#continue);
    // Only now does the connection belong to the next response.
    if (this.#response.writableFinished && this.#response.socket === null) this.#onOver();
    else this.abort();
  };
}
