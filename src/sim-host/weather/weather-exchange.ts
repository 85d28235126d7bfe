import type { AbortListener, Exchange, Headers } from '../../service/index.js';
import type { OpenStream, Sender, Weather } from './weather.js';

/** Bytes that may be under way before `write` says that the client does not keep up, as a network's window would. */
const windowBytes = 256 * 1024;

/** What is under way. */
interface Departure {
  /** Milliseconds of real time at which it is handed on. */
  at: number;
  readonly bytes: number;
  readonly leave: () => void;
}

/**
 * An exchange over a slow network: what is sent leaves when its delay is over, and never before what was sent earlier. In fair
 * weather everything goes straight through.
 */
export class WeatherExchange implements Exchange, AbortListener, OpenStream, Sender {
  readonly #inner: Exchange;
  readonly #weather: Weather;
  /** In its order; undefined while there is nothing. */
  #underWay: Departure[] | undefined;
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #isBlocked = false;
  #isGone = false;
  #hasAskedForWritable = false;
  #onWritable: (() => void) | undefined;
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

  get isAborted(): boolean {
    return this.#inner.isAborted;
  }

  watch(): void {
    this.#inner.watch();
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
    this.#depart(0, () => this.#inner.send(status, contentType, body, headers, close));
  }

  sendEmpty(status: number, headers: Headers): void {
    this.#depart(0, () => this.#inner.sendEmpty(status, headers));
  }

  begin(status: number, contentType: string, headers: Headers | undefined, isEndless: boolean): void {
    if (isEndless) {
      this.#weather.streamOpened(this);
      this.#inner.watch();
      this.#inner.onAborted(this);
    }
    this.#depart(0, () => this.#inner.begin(status, contentType, headers, isEndless));
  }

  write(piece: string | Uint8Array): boolean {
    let isTaken = true;
    this.#depart(Buffer.byteLength(piece), () => {
      isTaken = this.#inner.write(piece);
      if (!isTaken) this.#block();
    });
    return isTaken && this.#bytes <= windowBytes;
  }

  onWritable(listener: () => void): void {
    this.#onWritable = listener;
    this.#askForWritable();
  }

  cork(work: () => void): void {
    this.#inner.cork(work);
  }

  end(): void {
    this.#weather.streamClosed(this);
    this.#depart(0, () => this.#inner.end());
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

  /** What is under way is as fast as the new weather is. */
  hasten(): void {
    if (this.#underWay === undefined) return;
    let last = 0;
    for (const departure of this.#underWay) {
      const at = Math.min(departure.at, this.#weather.arrival() ?? 0);
      departure.at = Math.max(last, at);
      last = departure.at;
    }
    clearTimeout(this.#timer);
    this.#wait();
  }

  /** Lets something leave when its time has come, behind everything that is under way. */
  #depart(bytes: number, leave: () => void): void {
    if (this.#isGone) return;
    const arrival = this.#weather.arrival();
    if (this.#underWay === undefined) {
      if (arrival === undefined) return leave();
      this.#underWay = [];
      this.#weather.sent(this);
      this.#inner.watch();
      this.#inner.onAborted(this);
    }
    const at = Math.max(this.#underWay.at(-1)?.at ?? 0, arrival ?? 0);
    this.#underWay.push({ at, bytes, leave });
    this.#bytes += bytes;
    if (this.#underWay.length === 1) this.#wait();
  }

  #wait(): void {
    const next = this.#underWay?.[0];
    if (next === undefined || this.#isBlocked) return;
    this.#timer = setTimeout(() => this.#leave(), Math.max(0, Math.ceil(next.at - performance.now())));
    // What is late keeps no process alive.
    this.#timer.unref();
  }

  /** Hands on what is due. */
  #leave(): void {
    const underWay = this.#underWay ?? [];
    const wasFull = this.#bytes > windowBytes;
    const now = performance.now();
    this.#inner.cork(() => {
      while (!this.#isBlocked && underWay.length > 0 && underWay[0]!.at <= now) {
        const { bytes, leave } = underWay.shift()!;
        this.#bytes -= bytes;
        leave();
      }
    });
    if (this.isAborted) return;
    if (underWay.length > 0) this.#wait();
    else this.#allArrived();
    if (wasFull && !this.#isBlocked && this.#bytes <= windowBytes) this.#onWritable?.();
  }

  #allArrived(): void {
    this.#underWay = undefined;
    this.#weather.arrived(this);
  }

  /** The connection itself does not keep up. */
  #block(): void {
    this.#isBlocked = true;
    this.#askForWritable();
  }

  #askForWritable(): void {
    if (this.#hasAskedForWritable) return;
    this.#hasAskedForWritable = true;
    this.#inner.onWritable(() => {
      this.#isBlocked = false;
      if ((this.#underWay?.length ?? 0) > 0) this.#wait();
      if (this.#bytes <= windowBytes) this.#onWritable?.();
    });
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#bytes = 0;
    this.#isGone = true;
    this.#allArrived();
    this.#weather.streamClosed(this);
  }
}
