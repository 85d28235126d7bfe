import { HeldBytes } from '../../service/held-bytes.js';
import { platform } from '../../service/platform.js';
import { SeededRandom } from '../engine/index.js';

/** What the weather is to be like; what is left out is fair. */
export interface WeatherReport {
  /** Milliseconds by which every answer, and every piece of a stream, comes late. */
  readonly latency?: number | undefined;
  /** Up to so many milliseconds more, drawn anew for each. */
  readonly jitter?: number | undefined;
  /** Requests are cut off without an answer; for so many milliseconds where it is a number. */
  readonly refuse?: boolean | number | undefined;
  /** The share of requests that fail, from 0 to 1, or how many of the next ones. */
  readonly failures?: number | { readonly next: number } | undefined;
  /** Seconds until the weather is fair again; it stays when left out. */
  readonly seconds?: number | undefined;
}

/** An open event stream, or an answer that is late. */
export interface OpenStream {
  close(): void;
}

/** What has something under way. */
export interface Sender {
  /** The weather has changed. */
  hasten(): void;
}

/** Bytes of whole answers that may be late, of all connections together; what comes in pieces waits for room. */
const mostLate = 128 * 1024 * 1024;

const neverMs = Number.POSITIVE_INFINITY;

/**
 * The network's weather: how slow, silent and failing it is right now. It takes real time, on the manual clock too, since a
 * client's own timers do; what it draws is the same for the same seed and report.
 */
export class Weather {
  readonly #seed: number;
  readonly #now: () => number;
  #random: SeededRandom;
  #report: WeatherReport = {};
  #isFair = true;
  #until = neverMs;
  #refuseUntil = 0;
  #failNext = 0;
  readonly #streams = new Set<OpenStream>();
  readonly #late = new Set<Sender>();
  /** Answers that are late; past the bound the oldest are not delivered, and their connections closed. */
  readonly answers: HeldBytes<OpenStream>;

  /** @param now monotonic milliseconds of real time */
  constructor(seed: number, now: () => number = () => platform.now(), limit = mostLate) {
    this.answers = new HeldBytes(limit, (exchange) => exchange.close());
    this.#seed = seed;
    this.#random = new SeededRandom(seed);
    this.#now = now;
  }

  /** From now on the weather is as the report says, also for what is under way. */
  set(report: WeatherReport): void {
    const { latency, jitter, refuse, failures, seconds } = report;
    const now = this.#now();
    this.#report = report;
    this.#isFair = !latency && !jitter && !refuse && !failures;
    this.#random = new SeededRandom(this.#seed);
    this.#until = seconds === undefined ? neverMs : now + seconds * 1000;
    this.#refuseUntil = refuse === true ? neverMs : now + (refuse || 0);
    this.#failNext = typeof failures === 'object' ? failures.next : 0;
    for (const sender of [...this.#late]) sender.hasten();
  }

  /** Cuts every open event stream; how many there were. */
  dropStreams(): number {
    const streams = [...this.#streams];
    for (const stream of streams) stream.close();
    return streams.length;
  }

  /** What is in force. `seconds`: how long it will last, null when it stays. */
  get present() {
    const { latency = 0, jitter = 0, failures = 0 } = this.#current;
    const left = this.#until - this.#now();
    return {
      latency,
      jitter,
      refuse: this.isRefusing,
      failures: typeof failures === 'object' ? { next: this.#failNext } : failures,
      seconds: left > 0 && left < neverMs ? left / 1000 : null,
    };
  }

  /** True when nothing is held up, cut off or made to fail; costs no look at the time. */
  get isFair(): boolean {
    return this.#isFair;
  }

  get isRefusing(): boolean {
    return !this.#isFair && this.#current.refuse !== undefined && this.#now() < this.#refuseUntil;
  }

  /** Decides whether a request fails. */
  fails(): boolean {
    if (this.#isFair) return false;
    const { failures = 0 } = this.#current;
    if (typeof failures === 'number') return failures > 0 && this.#random.next() < failures;
    return this.#failNext > 0 && this.#failNext-- > 0;
  }

  /**
   * When what is sent now arrives, in milliseconds of real time; undefined: at once. When bad weather is over, what it has
   * held up arrives.
   */
  arrival(): number | undefined {
    const { latency = 0, jitter = 0 } = this.#current;
    const delay = jitter === 0 ? latency : latency + jitter * this.#random.next();
    return delay === 0 ? undefined : Math.min(this.#now() + delay, this.#until);
  }

  /** Notes an event stream that is open, until `streamClosed`. */
  streamOpened(stream: OpenStream): void {
    this.#streams.add(stream);
  }

  streamClosed(stream: OpenStream): void {
    this.#streams.delete(stream);
  }

  /** Notes who is to hear of a change because something of it is under way, until `arrived`. */
  sent(sender: Sender): void {
    this.#late.add(sender);
  }

  arrived(sender: Sender): void {
    this.#late.delete(sender);
  }

  /** The report while it lasts. */
  get #current(): WeatherReport {
    if (this.#now() >= this.#until) {
      this.#report = {};
      this.#isFair = true;
      this.#until = neverMs;
    }
    return this.#report;
  }
}
