import type { AbortListener, Exchange, Headers, ResponseLength } from '../../service/index.js';
import { DelayQueue } from './delay-queue.js';
import type { NetworkConditions, OpenStream } from './network-conditions.js';

/** An exchange over the simulated network. It is kept small because every request may have one. */
export class DelayedExchange implements Exchange, AbortListener, OpenStream {
  readonly #inner: Exchange;
  readonly #network: NetworkConditions;
  /** Delayed messages; undefined until the first one. */
  #delayed: DelayQueue | undefined;
  /** Receives the abort after this exchange. */
  #abortListener: AbortListener | undefined;

  constructor(inner: Exchange, network: NetworkConditions) {
    this.#inner = inner;
    this.#network = network;
  }

  get commonHeaders(): Headers {
    return this.#inner.commonHeaders;
  }

  set commonHeaders(headers: Headers) {
    this.#inner.commonHeaders = headers;
  }

  get isHead(): boolean {
    return this.#inner.isHead === true;
  }

  get isAborted(): boolean {
    return this.#inner.isAborted;
  }

  onAborted(listener: AbortListener): void {
    this.#abortListener = listener;
    this.#inner.onAborted(this);
  }

  onData(handler: (piece: Uint8Array, isLast: boolean) => void): void {
    this.#inner.onData(handler);
  }

  send(
    status: number,
    contentType: string,
    body: string | Uint8Array,
    headers?: Headers,
    close?: boolean,
  ): void {
    const send = () => this.#inner.send(status, contentType, body, headers, close);
    if (this.#isStraight) return send();
    this.#sendDelayed(send, Buffer.byteLength(body));
  }

  sendEmpty(status: number, headers: Headers): void {
    if (this.#isStraight) this.#inner.sendEmpty(status, headers);
    else this.#sendDelayed(() => this.#inner.sendEmpty(status, headers));
  }

  begin(status: number, contentType: string, headers: Headers | undefined, length: ResponseLength): void {
    const begin = () => this.#inner.begin(status, contentType, headers, length);
    if (length === 'endless') this.#beginStream();
    if (this.#isStraight) begin();
    else this.#sendDelayed(begin);
  }

  write(piece: string | Uint8Array): boolean {
    if (!this.#isStraight) return this.#queue().add(Buffer.byteLength(piece), () => this.#inner.write(piece));
    const isTaken = this.#inner.write(piece);
    if (!isTaken) this.#queue().askForRoom();
    return isTaken;
  }

  onWritable(listener: () => void): void {
    this.#queue().onRoom = listener;
  }

  end(): void {
    this.#network.streamClosed(this);
    if (this.#isStraight) this.#inner.end();
    else this.#sendDelayed(() => this.#inner.end());
  }

  close(): void {
    this.#forget();
    this.#inner.close();
  }

  remoteAddress(): string {
    return this.#inner.remoteAddress();
  }

  remotePort(): number | undefined {
    return this.#inner.remotePort();
  }

  /** Called when the client has disconnected. */
  aborted(): void {
    this.#forget();
    this.#abortListener?.aborted();
  }

  get #isStraight(): boolean {
    return this.#network.isUnimpaired && (this.#delayed === undefined || this.#delayed.isEmpty);
  }

  #sendDelayed(send: () => void, bytes = 0): void {
    this.#queue().add(bytes, () => {
      send();
      return true;
    });
  }

  #queue(): DelayQueue {
    if (this.#delayed === undefined) {
      this.#delayed = new DelayQueue(this.#inner, this.#network);
      this.#inner.onAborted(this);
    }
    return this.#delayed;
  }

  #beginStream(): void {
    this.#network.streamOpened(this);
    this.#inner.onAborted(this);
  }

  #forget(): void {
    this.#delayed?.drop();
    this.#network.streamClosed(this);
  }
}
