import type { Exchange } from '../../service/index.js';
import { platform } from '../../service/platform.js';
import type { Sender, Weather } from './weather.js';

/** Bytes that may be under way before a client counts as one that does not keep up, as a network's window would. */
const windowBytes = 256 * 1024;

/** What is under way. */
interface Departure {
  /** Milliseconds of real time at which it is handed on. */
  at: number;
  readonly bytes: number;
  readonly leave: () => boolean;
}

/** What an exchange has sent and the network has not delivered: in its order, each when its time has come. */
export class Departures implements Sender {
  readonly #exchange: Exchange;
  readonly #weather: Weather;
  #underWay: Departure[] = [];
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #isBlocked = false;
  #hasAsked = false;
  #isOver = false;
  /** Told when there is room again. */
  onRoom: (() => void) | undefined;

  constructor(exchange: Exchange, weather: Weather) {
    this.#exchange = exchange;
    this.#weather = weather;
  }

  get isEmpty(): boolean {
    return this.#underWay.length === 0;
  }

  /** Sends something behind everything that is under way; `leave` answers whether the connection keeps up. */
  add(bytes: number, leave: () => boolean): boolean {
    if (this.#isOver) return false;
    const at = Math.max(this.#underWay.at(-1)?.at ?? 0, this.#weather.arrival() ?? 0);
    this.#underWay.push({ at, bytes, leave });
    this.#bytes += bytes;
    if (this.#underWay.length === 1) {
      this.#weather.sent(this);
      this.#wait();
    }
    return this.#bytes <= windowBytes;
  }

  /** What is under way is as fast as the new weather is. */
  hasten(): void {
    let last = 0;
    for (const departure of this.#underWay) {
      const at = Math.min(departure.at, this.#weather.arrival() ?? 0);
      departure.at = Math.max(last, at);
      last = departure.at;
    }
    platform.clearTimeout(this.#timer);
    this.#wait();
  }

  /** Hears when the connection keeps up again. */
  askForRoom(): void {
    if (this.#hasAsked) return;
    this.#hasAsked = true;
    this.#exchange.onWritable(() => {
      this.#isBlocked = false;
      this.#wait();
      if (this.#bytes <= windowBytes) this.onRoom?.();
    });
  }

  /** The connection is gone, and what is under way with it. */
  drop(): void {
    this.#isOver = true;
    platform.clearTimeout(this.#timer);
    this.#underWay = [];
    this.#weather.arrived(this);
  }

  #wait(): void {
    const next = this.#underWay[0];
    if (next === undefined || this.#isBlocked) return;
    this.#timer = platform.setTimeout(() => this.#leave(), Math.max(0, Math.ceil(next.at - platform.now())));
    // What is late keeps no process alive.
    this.#timer.unref();
  }

  /** Hands on what is due. */
  #leave(): void {
    const wasFull = this.#bytes > windowBytes;
    const now = platform.now();
    this.#exchange.cork(() => {
      while (!this.#isBlocked && !this.isEmpty && this.#underWay[0]!.at <= now) this.#next();
    });
    if (this.#isOver) return;
    if (this.isEmpty) this.#weather.arrived(this);
    else this.#wait();
    if (wasFull && !this.#isBlocked && this.#bytes <= windowBytes) this.onRoom?.();
  }

  #next(): void {
    const { bytes, leave } = this.#underWay.shift()!;
    this.#bytes -= bytes;
    if (leave()) return;
    this.#isBlocked = true;
    this.askForRoom();
  }
}
