import type { EventKind } from './api.js';

/** An event as it goes out, with what filters and replay need to know of it. */
export interface StreamEvent {
  readonly seq: number;
  readonly kind: EventKind;
  /** The whole block of the event stream, `id:` line included. */
  readonly text: string;
  /** Ids of the objects that it is about; undefined: it is for everybody. */
  readonly addresses: readonly string[] | undefined;
  /** The app that is not told. */
  readonly exceptClient: string | undefined;
  /** Of property changes: what a later value of the same property replaces. */
  readonly property: string | undefined;
}

/** What an event costs in memory beside its text, in bytes. */
const overhead = 160;

/** The recent events, for apps that come back; bounded in bytes, the oldest go first. */
export class EventRing {
  readonly #limit: number;
  #events: (StreamEvent | undefined)[] = [];
  #first = 0;
  #bytes = 0;

  /** @param limit in bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  push(event: StreamEvent): void {
    this.#events.push(event);
    this.#bytes += event.text.length + overhead;
    while (this.#bytes > this.#limit && this.#first < this.#events.length) this.#dropOldest();
    // Amortised: the dead head of the array is cut off once it is the larger half.
    if (this.#first > 1024 && this.#first * 2 > this.#events.length) {
      this.#events = this.#events.slice(this.#first);
      this.#first = 0;
    }
  }

  /**
   * All events after `seq`, up to `last`, the newest there is; undefined when some of them are gone already.
   */
  after(seq: number, last: number): StreamEvent[] | undefined {
    if (seq === last) return [];
    const oldest = this.#events[this.#first];
    if (seq > last || oldest === undefined || oldest.seq > seq + 1) return undefined;
    return this.#events.slice(this.#first + (seq + 1 - oldest.seq)) as StreamEvent[];
  }

  clear(): void {
    this.#events = [];
    this.#first = 0;
    this.#bytes = 0;
  }

  #dropOldest(): void {
    const event = this.#events[this.#first]!;
    this.#bytes -= event.text.length + overhead;
    this.#events[this.#first++] = undefined;
  }
}
