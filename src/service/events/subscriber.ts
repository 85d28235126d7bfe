import type { OpenResponse, ResponseOwner } from '../http/api.js';
import type { EventFilter } from './event-filter.js';
import type { StreamEvent } from './stream-event.js';

/**
 * Number of bytes up to which engines copy what a connection has not accepted. Larger chunks are passed as buffers,
 * which are identified by reference.
 */
export const maxCopiedBytes = 64 * 1024;

/** A request to open a stream, possibly again. */
export interface Connection {
  readonly clientId: string;
  readonly filter: EventFilter;
  /** The Last-Event-ID; undefined for a new client. */
  readonly lastEventId: string | undefined;
}

/** Receives the state changes of a subscriber. */
export interface SubscriberOwner {
  /** Called when the client has not read all that was written. */
  onStalled(subscriber: Subscriber): void;
  /** Called when the client has read all that was in flight. */
  onWritable(subscriber: Subscriber): void;
  /** Called when the client has disconnected. */
  onClosed(subscriber: Subscriber): void;
}

/**
 * One open event stream. While its client reads, it stores no data, and written buffers are shared by all subscribers
 * of the filter. When the client stops reading, undelivered events are kept here up to a limit, with only the last value
 * of each property.
 */
export class Subscriber implements ResponseOwner {
  readonly clientId: string;
  filter: EventFilter;
  /** The id with which it reconnected; undefined for a new client. */
  readonly lastEventId: string | undefined;
  readonly #response: OpenResponse;
  readonly #owner: SubscriberOwner;
  /** The chunk that was written when the connection stalled, and may not have been sent yet. */
  #inFlight: string | Uint8Array = '';
  #undelivered: UndeliveredEvents | undefined;
  #isStalled = false;
  /** Host time of the last write, in milliseconds. */
  lastSent = 0;
  /** True after the client has disconnected. */
  isClosed = false;

  constructor({ clientId, filter, lastEventId }: Connection, response: OpenResponse, owner: SubscriberOwner) {
    this.clientId = clientId;
    this.filter = filter;
    this.lastEventId = lastEventId;
    this.#response = response;
    this.#owner = owner;
    response.owner = this;
  }

  /** The number of bytes of undelivered events. */
  get undeliveredBytes(): number {
    return this.#undelivered?.bytes ?? 0;
  }

  /**
   * True if more than `limit` bytes are undelivered. A chunk in flight that is larger by itself does not count,
   * since nothing was undelivered when it was written.
   */
  isSlow(limit: number): boolean {
    const inFlight = Buffer.byteLength(this.#inFlight);
    return this.undeliveredBytes + (inFlight > limit ? 0 : inFlight) > limit;
  }

  /** The chunk in flight; empty while the client reads. Buffers may be shared with others. */
  get inFlight(): string | Uint8Array {
    return this.#inFlight;
  }

  /** The number of undelivered events. */
  get undeliveredEvents(): number {
    return this.#undelivered?.size ?? 0;
  }

  get isStalled(): boolean {
    return this.#isStalled;
  }

  /** Writes a chunk; only while not stalled. */
  write(data: string | Uint8Array): void {
    const isLongText = typeof data === 'string' && data.length > maxCopiedBytes;
    const chunk = isLongText ? Buffer.from(data) : data;
    if (this.#response.write(chunk)) return;
    this.#isStalled = true;
    this.#inFlight = chunk;
    this.#owner.onStalled(this);
  }

  /** Keeps events until the client reads again. */
  keep(events: readonly StreamEvent[]): void {
    this.#undelivered ??= new UndeliveredEvents();
    for (const event of events) {
      if (event.exceptClient !== this.clientId) this.#undelivered.add(event);
    }
  }

  close(): void {
    this.#response.close();
  }

  onClosed(): void {
    this.isClosed = true;
    this.#undelivered = undefined;
    this.#owner.onClosed(this);
    this.#inFlight = '';
  }

  onWritable(): void {
    this.#owner.onWritable(this);
    this.#isStalled = false;
    this.#inFlight = '';
    const events = this.#undelivered?.take() ?? [];
    this.#undelivered = undefined;
    const text = events.map((event) => event.text).join('');
    if (text !== '') this.write(Buffer.from(text));
  }
}

/** Undelivered events in order, with only the last value of each property. */
export class UndeliveredEvents {
  readonly #events = new Map<string | number, StreamEvent>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#events.size;
  }

  add(event: StreamEvent): void {
    const key = event.id === undefined ? event.seq : `${event.id}/${event.path}`;
    const replaced = this.#events.get(key);
    if (replaced !== undefined) {
      this.#bytes -= replaced.text.length;
      this.#events.delete(key);
    }
    this.#events.set(key, event);
    this.#bytes += event.text.length;
  }

  /** Removes and returns all events in order. */
  take(): StreamEvent[] {
    const events = [...this.#events.values()];
    this.#events.clear();
    this.#bytes = 0;
    return events;
  }
}
