import type { OpenResponse, ResponseOwner } from '../http/api.js';
import type { EventFilter } from './filter.js';
import type { StreamEvent } from './stream-event.js';

/** How an app comes, or comes back. */
export interface Connection {
  readonly clientId: string;
  readonly filter: EventFilter;
  /** The Last-Event-ID, undefined for a new app. */
  readonly lastEventId: string | undefined;
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
  readonly #onClosed: (subscriber: Subscriber) => void;
  /** Bytes handed over while the connection was stalled, and not yet known to have left. */
  #inFlight = 0;
  #waiting: WaitingEvents | undefined;
  #isStalled = false;
  /** Host time of the last write, in milliseconds. */
  lastSent = 0;
  /** True once the client has gone. */
  isClosed = false;

  constructor(
    { clientId, filter, lastEventId }: Connection,
    response: OpenResponse,
    onClosed: (subscriber: Subscriber) => void,
  ) {
    this.clientId = clientId;
    this.filter = filter;
    this.lastEventId = lastEventId;
    this.#response = response;
    this.#onClosed = onClosed;
    response.owner = this;
  }

  /** Undelivered bytes, in flight and waiting. */
  get undelivered(): number {
    return this.#inFlight + (this.#waiting?.bytes ?? 0);
  }

  get isStalled(): boolean {
    return this.#isStalled;
  }

  /** Writes a chunk; only while not stalled. */
  write(chunk: string | Uint8Array): void {
    if (this.#response.write(chunk)) return;
    this.#isStalled = true;
    this.#inFlight = Buffer.byteLength(chunk);
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
    this.#onClosed(this);
  }

  writable(): void {
    this.#isStalled = false;
    this.#inFlight = 0;
    const text = this.#waiting?.text() ?? '';
    this.#waiting = undefined;
    if (text !== '') this.write(text);
  }
}

/** Events in order, in which a property is there only with its last value. */
export class WaitingEvents {
  readonly #events = new Map<string | number, StreamEvent>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
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

  text(): string {
    let text = '';
    for (const event of this.#events.values()) text += event.text;
    return text;
  }
}
