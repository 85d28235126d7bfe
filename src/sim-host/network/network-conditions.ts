import { platform } from '../../service/common/platform.js';
import { SeededRandom } from '../engine/index.js';

/** Settings of the simulated network; an omitted one has no effect. */
export interface NetworkSettings {
  /** Delay of every response and every piece of a stream, in milliseconds. */
  readonly latency?: number | undefined;
  /** Maximum random addition to each delay, in milliseconds. */
  readonly jitter?: number | undefined;
  /** Closes connections of requests without a response; a number limits this to that many milliseconds. */
  readonly refuse?: boolean | number | undefined;
  /** The share of requests that fail, from 0 to 1, or the number of next requests that fail. */
  readonly failures?: number | { readonly next: number } | undefined;
  /** Seconds until the simulation ends; without it, it lasts until the next settings. */
  readonly seconds?: number | undefined;
}

/** An open event stream. */
export interface OpenStream {
  close(): void;
}

/** Delays messages until they arrive. */
export interface Sender {
  /** Called when the settings have changed. */
  reschedule(): void;
}

const neverMs = Number.POSITIVE_INFINITY;

/**
 * The simulated network's delays, dropped connections and failures. It uses real time, also on the manual clock, because
 * clients' timers do. The same seed and settings give the same random choices.
 */
export class NetworkConditions {
  readonly #seed: number;
  readonly #now: () => number;
  #random: SeededRandom;
  #settings: NetworkSettings = {};
  #isUnimpaired = true;
  #until = neverMs;
  #refuseUntil = 0;
  #failNext = 0;
  readonly #streams = new Set<OpenStream>();
  readonly #late = new Set<Sender>();

  /** @param now monotonic milliseconds of real time */
  constructor(seed: number, now: () => number = () => platform.now()) {
    this.#seed = seed;
    this.#random = new SeededRandom(seed);
    this.#now = now;
  }

  /** Replaces all settings, also for messages that are already delayed. */
  set(settings: NetworkSettings): void {
    const { latency, jitter, refuse, failures, seconds } = settings;
    const now = this.#now();
    this.#settings = settings;
    this.#isUnimpaired = !latency && !jitter && !refuse && !failures;
    this.#random = new SeededRandom(this.#seed);
    this.#until = seconds === undefined ? neverMs : now + seconds * 1000;
    this.#refuseUntil = refuse === true ? neverMs : now + (refuse || 0);
    this.#failNext = typeof failures === 'object' ? failures.next : 0;
    for (const sender of [...this.#late]) sender.reschedule();
  }

  /** Closes every open event stream and returns their number. */
  dropStreams(): number {
    const streams = [...this.#streams];
    for (const stream of streams) stream.close();
    return streams.length;
  }

  /** The settings in effect. `seconds` is the time left, or null without an end. */
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

  /** True if nothing is delayed, dropped or made to fail; does not read the clock. */
  get isUnimpaired(): boolean {
    return this.#isUnimpaired;
  }

  get isRefusing(): boolean {
    return !this.#isUnimpaired && this.#current.refuse !== undefined && this.#now() < this.#refuseUntil;
  }

  /** Decides whether a request fails. */
  fails(): boolean {
    if (this.#isUnimpaired) return false;
    const { failures = 0 } = this.#current;
    if (typeof failures === 'number') return failures > 0 && this.#random.next() < failures;
    return this.#failNext > 0 && this.#failNext-- > 0;
  }

  /**
   * Returns the arrival time of a message that is sent now, in milliseconds of real time; undefined without a delay.
   * A message arrives at the end of the simulation at the latest.
   */
  arrival(): number | undefined {
    const { latency = 0, jitter = 0 } = this.#current;
    const delay = jitter === 0 ? latency : latency + jitter * this.#random.next();
    return delay === 0 ? undefined : Math.min(this.#now() + delay, this.#until);
  }

  /** Registers an open event stream until `streamClosed`. */
  streamOpened(stream: OpenStream): void {
    this.#streams.add(stream);
  }

  streamClosed(stream: OpenStream): void {
    this.#streams.delete(stream);
  }

  /** Reports changes of the settings to a sender with delayed messages, until `arrived`. */
  sent(sender: Sender): void {
    this.#late.add(sender);
  }

  arrived(sender: Sender): void {
    this.#late.delete(sender);
  }

  /** The settings in effect; empty after their end. */
  get #current(): NetworkSettings {
    if (this.#now() >= this.#until) {
      this.#settings = {};
      this.#isUnimpaired = true;
      this.#until = neverMs;
    }
    return this.#settings;
  }
}
