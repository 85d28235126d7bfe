import type { OpenResponse, ResponseOwner } from '../http/api.js';
import type { EventFilter } from './filter.js';
import type { StreamEvent } from './stream-event.js';

/**
 * Engines copy no more than this of what a connection has not taken. Whatever is longer is a buffer, which is known from
 * others of the same content.
 */
export const copiedBytes = 64 * 1024;

/** How an app comes, or comes back. */
export interface Connection {
  readonly clientId: string;
  readonly filter: EventFilter;
  /** The Last-Event-ID, undefined for a new app. */
  readonly lastEventId: string | undefined;
}

/** Who is told how it goes with a subscriber. */
export interface SubscriberOwner {
  /** Something is in flight that its client has not read yet. */
  stalled(subscriber: Subscriber): void;
  /** The client has read all that was in flight. */
  readsAgain(subscriber: Subscriber): void;
  /** The client has gone. */
  closed(subscriber: Subscriber): void;
}

/**
 * One open event stream. While its client reads, it holds nothing: what is written is shared with all subscribers of
 * the same filter. Once the client stops reading, undelivered events wait here, property changes as their last value
 * only, up to a limit in bytes.
 */
export class Subscriber implements ResponseOwner {
  readonly clientId: string;
  filter: EventFilter;
  /** With which it came back; undefined for a new app. */
  readonly lastEventId: string | undefined;
  readonly #response: OpenResponse;
  readonly #owner: SubscriberOwner;
  /** What was handed over when the connection stalled, and is not yet known to have left. */
  #inFlight: string | Uint8Array = '';
  #waiting: WaitingEvents | undefined;
  #isStalled = false;
  /** Host time of the last write, in milliseconds. */
  lastSent = 0;
  /** True once the client has gone. */
  isClosed = false;

  constructor({ clientId, filter, lastEventId }: Connection, response: OpenResponse, owner: SubscriberOwner) {
    this.clientId = clientId;
    this.filter = filter;
    this.lastEventId = lastEventId;
    this.#response = response;
    this.#owner = owner;
    response.owner = this;
  }

  /** Bytes that wait for those in flight to be read. */
  get waiting(): number {
    return this.#waiting?.bytes ?? 0;
  }

  /**
   * True when it has left more than `limit` bytes undelivered. What is in flight went out when nothing was undelivered, so
   * that it may be larger than that by itself.
   */
  isBehind(limit: number): boolean {
    const inFlight = Buffer.byteLength(this.#inFlight);
    return this.waiting + (inFlight > limit ? 0 : inFlight) > limit;
  }

  /** What is in flight; empty while it reads. Buffers may be those of others too. */
  get inFlight(): string | Uint8Array {
    return this.#inFlight;
  }

  /** Events that wait. */
  get entries(): number {
    return this.#waiting?.size ?? 0;
  }

  /** Of what waits the bytes that are not everybody's, but of those who are shown the same. */
  get waitingOfView(): number {
    return this.#waiting?.ofView ?? 0;
  }

  get isStalled(): boolean {
    return this.#isStalled;
  }

  /** Writes a chunk; only while not stalled. */
  write(given: string | Uint8Array): void {
    const isLongText = typeof given === 'string' && given.length > copiedBytes;
    const chunk = isLongText ? Buffer.from(given) : given;
    if (this.#response.write(chunk)) return;
    this.#isStalled = true;
    this.#inFlight = chunk;
    this.#owner.stalled(this);
  }

  /** Keeps events that it wants for when the client reads again. */
  wait(events: readonly StreamEvent[]): void {
    this.#waiting ??= new WaitingEvents();
    for (const event of events) {
      if (event.exceptClient !== this.clientId) this.#waiting.add(event);
    }
  }

  close(): void {
    this.#response.close();
  }

  closed(): void {
    this.isClosed = true;
    this.#waiting = undefined;
    this.#owner.closed(this);
    this.#inFlight = '';
  }

  writable(): void {
    this.#owner.readsAgain(this);
    this.#isStalled = false;
    this.#inFlight = '';
    const text = this.#waiting?.text() ?? '';
    this.#waiting = undefined;
    if (text !== '') this.write(Buffer.from(text));
  }
}

/** Events in order, in which a property is there only with its last value. */
export class WaitingEvents {
  readonly #events = new Map<string | number, StreamEvent>();
  #bytes = 0;
  #ofView = 0;

  get bytes(): number {
    return this.#bytes;
  }

  /** Those of texts that were made for one view. */
  get ofView(): number {
    return this.#ofView;
  }

  get size(): number {
    return this.#events.size;
  }

  add(event: StreamEvent): void {
    const key = event.id === undefined ? event.seq : `${event.id}/${event.path}`;
    const replaced = this.#events.get(key);
    if (replaced !== undefined) {
      this.#bytes -= replaced.text.length;
      if (replaced.isOfView) this.#ofView -= replaced.text.length;
      this.#events.delete(key);
    }
    this.#events.set(key, event);
    this.#bytes += event.text.length;
    if (event.isOfView) this.#ofView += event.text.length;
  }

  /** In order; nothing waits then. */
  take(): StreamEvent[] {
    const events = [...this.#events.values()];
    this.#events.clear();
    this.#bytes = 0;
    this.#ofView = 0;
    return events;
  }

  text(): string {
    let text = '';
    for (const event of this.#events.values()) text += event.text;
    return text;
  }
}
