import { IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { plainAddress } from './address.js';
import type { AbortListener, EngineRequest, Exchange, Headers } from './engine.js';

/** Requests that may wait behind one on the same connection before no more are read. */
const maxWaiting = 32;

/** Milliseconds for which what a refused client still sends is read and thrown away, so that it sees the answer. */
const lingerMs = 1000;

type BodyHandler = (piece: Uint8Array, isLast: boolean) => void;

const nothing = new Uint8Array();

/** A request of node:http whose body goes to its reader at once instead of through a stream's buffer. */
export class NodeRequest extends IncomingMessage implements EngineRequest {
  #onPiece: BodyHandler | undefined;
  #hasPushed = false;

  getMethod(): string {
    return this.method ?? '';
  }

  getUrl(): string {
    const target = this.#target();
    const question = target.indexOf('?');
    return question < 0 ? target : target.slice(0, question);
  }

  getQuery(): string | undefined {
    const target = this.#target();
    const question = target.indexOf('?');
    return question < 0 ? undefined : target.slice(question + 1);
  }

  /** The raw list is searched: of some ten headers a request needs five, and an object of all costs more. */
  getHeader(lowerCaseName: string): string {
    if (lowerCaseName === 'host') return this.#authority() ?? this.#find('host') ?? '';
    return this.#find(lowerCaseName) ?? '';
  }

  get mayLackHost(): boolean {
    return this.httpVersionMajor === 1 && this.httpVersionMinor === 0;
  }

  /** Why it is no request of HTTP/1.1 although its syntax is good; undefined when it is one. */
  invalid(): string | undefined {
    const { rawHeaders } = this;
    let hosts = 0;
    for (let i = 0; i < rawHeaders.length; i += 2) {
      const name = rawHeaders[i]!;
      if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
    }
    if (hosts === 1 || (hosts === 0 && this.mayLackHost)) return undefined;
    return hosts === 0 ? 'the Host header is missing' : 'there is more than one Host header';
  }

  /** Gives the body to `handler` piece by piece, what has come already first. */
  readBody(handler: BodyHandler): void {
    if (this.#hasPushed) {
      this.on('data', (piece: Uint8Array) => handler(piece, false));
      this.on('end', () => handler(nothing, true));
    } else this.#onPiece = handler;
  }

  override push(piece: Uint8Array | null): boolean {
    this.#hasPushed = true;
    if (this.#onPiece === undefined) return super.push(piece);
    if (piece === null) this.#onPiece(nothing, true);
    else this.#onPiece(piece, false);
    return true;
  }

  /** In absolute form the target names the host too. */
  #target(): string {
    const { url = '/' } = this;
    if (url.startsWith('/')) return url;
    const path = /^https?:\/\/[^/?#]*(.*)$/is.exec(url)?.[1];
    if (path === undefined) return url;
    return path.startsWith('/') ? path : `/${path}`;
  }

  #authority(): string | undefined {
    const { url = '/' } = this;
    return url.startsWith('/') ? undefined : /^https?:\/\/([^/?#]*)/i.exec(url)?.[1];
  }

  #find(lowerCaseName: string): string | undefined {
    const { rawHeaders } = this;
    for (let i = 0; i < rawHeaders.length; i += 2) {
      const name = rawHeaders[i]!;
      if (name.length === lowerCaseName.length && name.toLowerCase() === lowerCaseName)
        return rawHeaders[i + 1];
    }
    return undefined;
  }
}

/** Requests of a connection that wait for the one that is being answered. */
const waiting = Symbol('waiting');

type Connection = Socket & { [waiting]?: (() => void)[] | undefined };

/** Runs `task` once the requests that have come on a connection before have been answered. */
export function inTurn(connection: Connection, task: () => void): void {
  const queue = connection[waiting];
  if (queue === undefined) return task();
  queue.push(task);
  if (queue.length >= maxWaiting) connection.pause();
}

/**
 * Closes behind what has been written, but goes on to read for a moment: a connection that is closed while the client
 * still sends takes the answer away with it (RFC 9112, 9.6).
 */
export function closeGently(connection: Socket): void {
  connection.end();
  setTimeout(() => connection.destroy(), lingerMs).unref();
}

export class NodeExchange implements Exchange {
  commonHeaders: Headers = [];
  isAborted = false;
  readonly #request: NodeRequest;
  readonly #response: ServerResponse;
  readonly #connection: Connection;
  #isWatched = false;
  /** Set while the answer is an endless one, which is written past the framing of HTTP. */
  #isEndless = false;
  #abortListener: AbortListener | undefined;

  constructor(request: NodeRequest, response: ServerResponse) {
    this.#request = request;
    this.#response = response;
    this.#connection = request.socket;
  }

  watch(): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    this.#connection[waiting] ??= [];
    this.#response.on('close', this.#closed);
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
      this.#connection.destroySoon = () => closeGently(this.#connection);
    }
    this.#response.writeHead(status, head);
    this.#response.end(body);
  }

  sendEmpty(status: number, headers: Headers): void {
    if (this.#isGone) return;
    this.#response.writeHead(status, this.#head('', headers));
    this.#response.end();
  }

  begin(status: number, contentType: string, headers: Headers | undefined, isEndless: boolean): void {
    if (this.#isGone) return;
    const response = this.#response;
    this.#isEndless = isEndless;
    if (isEndless) {
      // Without chunks a piece is one write of the very buffer that all subscribers share.
      response.removeHeader('Transfer-Encoding');
      // A client that has said all it wants may still wait for an answer, but not for an endless one.
      this.#connection.once('end', () => this.#connection.destroy());
    }
    const head = this.#head(contentType, headers);
    if (isEndless) head.push('Connection', 'close');
    response.writeHead(status, head);
    response.flushHeaders();
  }

  write(piece: string | Uint8Array): boolean {
    if (this.#isGone) return false;
    const direct = this.#isEndless ? this.#response.socket : null;
    return direct === null ? this.#response.write(piece) : direct.write(piece);
  }

  onWritable(listener: () => void): void {
    (this.#isEndless ? this.#connection : this.#response).on('drain', listener);
  }

  /**
   * node:http gathers what is written in one turn by itself. Its own `cork` is not used: with some versions the last
   * chunk of an answer that ends inside of it never leaves.
   */
  cork(work: () => void): void {
    work();
  }

  end(): void {
    if (!this.#isGone) this.#response.end();
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

  get #isGone(): boolean {
    return this.isAborted || this.#response.destroyed || this.#connection.destroyed;
  }

  #head(contentType: string, headers: Headers = []): string[] {
    const head = contentType === '' ? [] : ['Content-Type', contentType];
    for (const [name, value] of headers) head.push(name, value);
    for (const [name, value] of this.commonHeaders) head.push(name, value);
    return head;
  }

  /** The response has ended, or the client has gone. */
  readonly #closed = (): void => {
    const connection = this.#connection;
    if (!this.#response.writableFinished) {
      this.isAborted = true;
      connection[waiting] = undefined;
      this.#abortListener?.aborted();
      return;
    }
    const next = connection[waiting];
    connection[waiting] = undefined;
    if (next === undefined || connection.destroyed) return;
    if (next.length >= maxWaiting) connection.resume();
    // Those behind the next one wait for it in their turn if it does not answer at once.
    while (next.length > 0) {
      const turn = next.shift()!;
      if (connection[waiting] === undefined) turn();
      else (connection[waiting] as (() => void)[]).push(turn);
    }
  };
}
