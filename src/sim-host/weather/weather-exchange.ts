import type { AbortListener, AnswerLength, Exchange, Headers } from '../../service/index.js';
import { Departures } from './departures.js';
import type { OpenStream, Weather } from './weather.js';

/**
 * An exchange over a network with weather. In fair weather everything goes straight through; it is kept
 * small, since there is one for every request.
 */
export class WeatherExchange implements Exchange, AbortListener, OpenStream {
  readonly #inner: Exchange;
  readonly #weather: Weather;
  /** What is late; undefined while nothing has ever been. */
  #late: Departures | undefined;
  /** Told of the end, once the weather has to know of it too. */
  #abortListener: AbortListener | undefined;

  constructor(inner: Exchange, weather: Weather) {
    this.#inner = inner;
    this.#weather = weather;
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
    this.#sendLate(() => {
      this.#weather.answers.release(this);
      send();
    });
    this.#weather.answers.hold(this, Buffer.byteLength(body));
  }

  sendEmpty(status: number, headers: Headers): void {
    if (this.#isStraight) this.#inner.sendEmpty(status, headers);
    else this.#sendLate(() => this.#inner.sendEmpty(status, headers));
  }

  begin(status: number, contentType: string, headers: Headers | undefined, length: AnswerLength): void {
    const begin = () => this.#inner.begin(status, contentType, headers, length);
    if (length === 'endless') this.#beginStream();
    if (this.#isStraight) begin();
    else this.#sendLate(begin);
  }

  write(piece: string | Uint8Array): boolean {
    if (this.#isStraight) return this.#inner.write(piece);
    return this.#departures().add(Buffer.byteLength(piece), () => this.#inner.write(piece));
  }

  onWritable(listener: () => void): void {
    const departures = this.#departures();
    departures.onRoom = listener;
    departures.askForRoom();
  }

  cork(work: () => void): void {
    this.#inner.cork(work);
  }

  end(): void {
    this.#weather.streamClosed(this);
    if (this.#isStraight) this.#inner.end();
    else this.#sendLate(() => this.#inner.end());
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

  /** The client has gone. */
  aborted(): void {
    this.#forget();
    this.#abortListener?.aborted();
  }

  get #isStraight(): boolean {
    return this.#weather.isFair && (this.#late === undefined || this.#late.isEmpty);
  }

  #sendLate(send: () => void): void {
    this.#departures().add(0, () => {
      send();
      return true;
    });
  }

  #departures(): Departures {
    if (this.#late === undefined) {
      this.#late = new Departures(this.#inner, this.#weather);
      this.#inner.onAborted(this);
    }
    return this.#late;
  }

  #beginStream(): void {
    this.#weather.streamOpened(this);
    this.#inner.onAborted(this);
  }

  #forget(): void {
    this.#late?.drop();
    this.#weather.answers.release(this);
    this.#weather.streamClosed(this);
  }
}
