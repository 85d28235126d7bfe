import { platform } from '../../service/common/platform.js';
import type { Exchange } from '../../service/index.js';
import type { NetworkConditions, Sender } from './network-conditions.js';

/** Maximum delayed bytes before the connection reports backpressure, like the window of a network. */
const windowBytes = 256 * 1024;

/** Maximum delayed bytes; beyond it the connection is closed. */
const maxDelayedBytes = 16 * 1024 * 1024;

/** A delayed message. */
interface DelayedMessage {
  /** The time at which it is sent, in milliseconds of real time. */
  at: number;
  readonly bytes: number;
  readonly send: () => boolean;
}

/** The delayed messages of an exchange: sends them in order, each when it is due. */
export class DelayQueue implements Sender {
  readonly #exchange: Exchange;
  readonly #network: NetworkConditions;
  #messages: DelayedMessage[] = [];
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #isBlocked = false;
  #hasAsked = false;
  #isOver = false;
  /** Called when there is room again. */
  onRoom: (() => void) | undefined;

  constructor(exchange: Exchange, network: NetworkConditions) {
    this.#exchange = exchange;
    this.#network = network;
  }

  get isEmpty(): boolean {
    return this.#messages.length === 0;
  }

  /** Appends a message; `send` returns false if the connection is full. */
  add(bytes: number, send: () => boolean): boolean {
    if (this.#isOver) return false;
    if (this.#bytes + bytes > maxDelayedBytes) {
      this.#exchange.close();
      return false;
    }
    const at = Math.max(this.#messages.at(-1)?.at ?? 0, this.#network.arrival() ?? 0);
    this.#messages.push({ at, bytes, send });
    this.#bytes += bytes;
    if (this.#messages.length === 1) {
      this.#network.sent(this);
      this.#wait();
    }
    return this.#bytes <= windowBytes;
  }

  /** Applies new settings to the delayed messages. */
  reschedule(): void {
    let last = 0;
    for (const message of this.#messages) {
      const at = Math.min(message.at, this.#network.arrival() ?? 0);
      message.at = Math.max(last, at);
      last = message.at;
    }
    platform.clearTimeout(this.#timer);
    this.#wait();
  }

  /** Calls `onRoom` when the connection accepts more. */
  askForRoom(): void {
    if (this.#hasAsked) return;
    this.#hasAsked = true;
    this.#exchange.onWritable(() => {
      this.#isBlocked = false;
      this.#wait();
      if (this.#bytes <= windowBytes) this.onRoom?.();
    });
  }

  /** Discards all messages because the connection is closed. */
  drop(): void {
    this.#isOver = true;
    platform.clearTimeout(this.#timer);
    this.#messages = [];
    this.#network.arrived(this);
  }

  #wait(): void {
    const next = this.#messages[0];
    if (next === undefined || this.#isBlocked) return;
    this.#timer = platform.setTimeout(
      () => this.#sendDue(),
      Math.max(0, Math.ceil(next.at - platform.now())),
    );
    // Delayed messages must not keep the process alive.
    this.#timer.unref();
  }

  /** Sends the messages that are due. */
  #sendDue(): void {
    const wasFull = this.#bytes > windowBytes;
    const now = platform.now();
    while (!this.#isBlocked && !this.isEmpty && this.#messages[0]!.at <= now) this.#next();
    if (this.#isOver) return;
    if (this.isEmpty) this.#network.arrived(this);
    else this.#wait();
    if (wasFull && !this.#isBlocked && this.#bytes <= windowBytes) this.onRoom?.();
  }

  #next(): void {
    const { bytes, send } = this.#messages.shift()!;
    this.#bytes -= bytes;
    if (send()) return;
    this.#isBlocked = true;
    this.askForRoom();
  }
}
