import type { EventPublisher } from '../events/event-publisher.js';
import type { StreamEvent } from '../events/stream-event.js';
import { encodeEvents, encodeMark, type MarkKind } from './event-messages.js';
import { cut } from './parts.js';

/** Characters of events that wait while NATS takes none. */
const mostWaiting = 8 * 1024 * 1024;
/** A message of events is not made longer than this when several flushes have waited, in characters. */
const longestMessage = 512 * 1024;

/** What keeps the events. */
export interface EventStore {
  /** Resolves once it may be there, with the most bytes of a message. */
  ready(): Promise<number>;
  /** Appends a message. One with an id that was there lately is not appended again. Rejects when it is not known to be there. */
  append(message: Uint8Array, id: string): Promise<unknown>;
  /** Waits until it is worth while to try again, after `append` has failed. */
  failed(error: unknown): Promise<void>;
  /** Told that events were dropped since they could not be appended. */
  dropped(): void;
}

type Entry = readonly StreamEvent[] | { readonly mark: MarkKind; readonly seq: number };

/**
 * Publishes what goes out, flush by flush, each once and in order: what happens while a message is on its way goes with the
 * next. While the store takes nothing it waits, up to a bound in bytes, and then is dropped: apps at relays find a gap. The
 * host never waits.
 */
export class EventLog implements EventPublisher {
  readonly #epoch: string;
  readonly #store: EventStore;
  readonly #limit: number;
  /** Tells the messages of this log from those of others. */
  readonly #nonce: string;
  #messages = 0;
  #waiting: Entry[] = [];
  #characters = 0;
  #isSending = false;
  #isStopped = false;
  #onIdle: (() => void)[] = [];

  /** @param nonce of its own, for the ids of messages */
  constructor(epoch: string, nonce: string, store: EventStore, limit = mostWaiting) {
    this.#epoch = epoch;
    this.#nonce = nonce;
    this.#store = store;
    this.#limit = limit;
  }

  publish(events: readonly StreamEvent[]): void {
    if (events.length === 0 || this.#isStopped) return;
    this.#waiting.push(events);
    for (const { text } of events) this.#characters += text.length;
    if (this.#characters > this.#limit) this.#drop(events.at(-1)!.seq);
    this.#send();
  }

  skipTo(seq: number): void {
    this.mark('leapt', seq);
  }

  mark(mark: MarkKind, seq: number): void {
    if (this.#isStopped) return;
    this.#waiting.push({ mark, seq });
    this.#send();
  }

  /** Resolves when nothing waits any more; what is under way has been tried. */
  get idle(): Promise<void> {
    if (!this.#isSending) return Promise.resolve();
    return new Promise((resolve) => this.#onIdle.push(resolve));
  }

  /** Takes nothing any more, and lets go of what waits. */
  stop(): void {
    this.#isStopped = true;
    this.#waiting = [];
    this.#tellIdle();
  }

  /** What is dropped leaves a leap in the numbers, which is told also when nothing follows. */
  #drop(seq: number): void {
    this.#waiting = [{ mark: 'leapt', seq }];
    this.#characters = 0;
    this.#store.dropped();
  }

  #send(): void {
    if (this.#isSending) return;
    this.#isSending = true;
    void this.#sendAll().finally(() => {
      this.#isSending = false;
      this.#tellIdle();
    });
  }

  #tellIdle(): void {
    for (const tell of this.#onIdle.splice(0)) tell();
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const limit = await this.#store.ready();
      if (this.#isStopped) return;
      for (const part of cut(this.#takeMessage(), limit)) {
        const id = `${this.#nonce}:${++this.#messages}`;
        while (!(await this.#isAppended(part, id))) if (this.#isStopped) return;
      }
    }
  }

  async #isAppended(message: Uint8Array, id: string): Promise<boolean> {
    try {
      await this.#store.append(message, id);
      return true;
    } catch (error) {
      if (!this.#isStopped) await this.#store.failed(error);
      return false;
    }
  }

  /** The next message: a mark, or the events of all flushes that wait, as far as one message should go. */
  #takeMessage(): Uint8Array {
    const first = this.#waiting.shift()!;
    if ('mark' in first) return encodeMark(first.mark, this.#epoch, first.seq);
    const events = [...first];
    let characters = length(first);
    for (;;) {
      const next = this.#waiting[0];
      if (next === undefined || 'mark' in next || next[0]!.seq !== events.at(-1)!.seq + 1) break;
      if (characters + length(next) > longestMessage) break;
      characters += length(next);
      for (const event of next) events.push(event);
      this.#waiting.shift();
    }
    this.#characters -= characters;
    return encodeEvents(this.#epoch, events);
  }
}

function length(events: readonly StreamEvent[]): number {
  let characters = 0;
  for (const { text } of events) characters += text.length;
  return characters;
}
