import type { HostClock } from '../host.js';
import { BackpressureLimiter } from './backpressure-limiter.js';
import type { EventFilter, Views } from './event-filter.js';
import type { StreamEvent } from './stream-event.js';
import { maxCopiedBytes, type Subscriber } from './subscriber.js';

/** Milliseconds of silence after which a comment keeps proxies from closing the connection. */
const keepAliveMs = 10_000;

/** Number of writes between two checks of the time, some 100 microseconds. */
const writesPerStep = 16;

/** Approximate size of a buffer of events, so that a slow subscriber does not lose all of them at once. */
const maxBufferChars = 1024 * 1024;

/** Subscribers with the same filter; they share encoded buffers. */
interface Group {
  readonly filter: EventFilter;
  readonly subscribers: Set<Subscriber>;
}

/**
 * All subscribers, grouped by filter. Sending to them is incremental (see `IncrementalWork`). Used by `Delivery`.
 */
export class SubscriberGroups {
  readonly #clock: HostClock;
  readonly #undeliveredLimit: number;
  readonly #groups = new Map<string, Group>();
  readonly backpressure: BackpressureLimiter;
  readonly #onSlow: () => void;
  #nextKeepAlive = Number.POSITIVE_INFINITY;

  /**
   * @param undeliveredLimit bytes at which a subscriber that does not read is disconnected
   * @param onSlow called for each of them
   */
  constructor(clock: HostClock, undeliveredLimit: number, onSlow: () => void) {
    this.#onSlow = onSlow;
    this.backpressure = new BackpressureLimiter(onSlow);
    this.#clock = clock;
    this.#undeliveredLimit = undeliveredLimit;
  }

  join(subscriber: Subscriber): void {
    const { filter } = subscriber;
    let group = this.#groups.get(filter.key);
    if (group === undefined) {
      group = { filter, subscribers: new Set() };
      this.#groups.set(filter.key, group);
    }
    group.subscribers.add(subscriber);
    // Equal filters share one instance.
    subscriber.filter = group.filter;
    this.#noteSent(subscriber, this.#now());
  }

  leave(subscriber: Subscriber): void {
    this.backpressure.release(subscriber);
    const group = this.#groups.get(subscriber.filter.key);
    group?.subscribers.delete(subscriber);
    if (group?.subscribers.size === 0) this.#groups.delete(subscriber.filter.key);
  }

  /** Sends to the present subscribers; later ones get these events from the replay, if they need them. */
  send(events: readonly StreamEvent[]): Generator<void> {
    const present = [...this.#groups.values()];
    return this.#sendTo(
      present.map(({ filter, subscribers }) => [filter, [...subscribers]]),
      events,
    );
  }

  *#sendTo(
    groups: readonly (readonly [EventFilter, readonly Subscriber[]])[],
    events: readonly StreamEvent[],
  ): Generator<void> {
    const largeEvents: LargeEventBuffers = new Map();
    const views: Views = new Map();
    for (const [filter, subscribers] of groups) {
      const wanted = filter.select(events, views);
      for (const batch of splitIntoBuffers(wanted)) yield* this.#sendWanted(subscribers, batch, largeEvents);
      yield;
    }
  }

  /** Sends the same events to subscribers of one filter, from one buffer; `largeEvents` is shared by all filters. */
  *#sendWanted(
    subscribers: readonly Subscriber[],
    wanted: readonly StreamEvent[],
    largeEvents: LargeEventBuffers,
  ): Generator<void> {
    const excepted = new Set(wanted.flatMap((event) => event.exceptClient ?? []));
    const text = wanted.map((event) => event.text).join('');
    const shared =
      largeEventBuffer(wanted, largeEvents) ?? (subscribers.length === 1 ? text : Buffer.from(text));
    let writes = 0;
    let now = this.#now();
    for (const subscriber of subscribers) {
      if (++writes % writesPerStep === 0) {
        yield;
        now = this.#now();
      }
      if (subscriber.isClosed) continue;
      if (subscriber.isStalled) {
        subscriber.keep(wanted);
        this.backpressure.noteGrowth(subscriber);
        if (subscriber.isClosed || !subscriber.isSlow(this.#undeliveredLimit)) continue;
        this.#onSlow();
        subscriber.close();
      } else if (excepted.size > 0 && excepted.has(subscriber.clientId)) {
        const own = wanted.filter((event) => event.exceptClient !== subscriber.clientId);
        if (own.length > 0) this.#write(subscriber, own.map((event) => event.text).join(''), now);
      } else {
        this.#write(subscriber, shared, now);
      }
    }
  }

  #write(subscriber: Subscriber, chunk: string | Uint8Array, now: number): void {
    subscriber.write(chunk);
    this.#noteSent(subscriber, now);
  }

  #noteSent(subscriber: Subscriber, now: number): void {
    subscriber.lastSent = now;
    this.#nextKeepAlive = Math.min(this.#nextKeepAlive, now + keepAliveMs);
  }

  /** True if a subscriber may have received nothing for too long. */
  isKeepAliveDue(now: number): boolean {
    return now >= this.#nextKeepAlive;
  }

  /** Whole milliseconds, which V8 stores inside the subscriber object without an extra allocation. */
  #now(): number {
    return Math.floor(this.#clock.now());
  }

  /** Sends a comment to subscribers that have received nothing for a while. */
  *keepAlive(now: number): Generator<void> {
    const comment = `: keep-alive ${this.#clock.wallTime()}\n\n`;
    this.#nextKeepAlive = Number.POSITIVE_INFINITY;
    for (const { subscribers } of this.#groups.values()) {
      for (const subscriber of subscribers) {
        if (now - subscriber.lastSent >= keepAliveMs) {
          if (!subscriber.isStalled) subscriber.write(comment);
          subscriber.lastSent = this.#now();
        }
        this.#nextKeepAlive = Math.min(this.#nextKeepAlive, subscriber.lastSent + keepAliveMs);
        yield;
      }
    }
  }
}

/** The buffers of large events, shared among filters, since every client may have its own filter. */
type LargeEventBuffers = Map<StreamEvent, Uint8Array>;

/** Returns the shared buffer of a single large event; undefined for others. */
function largeEventBuffer(
  wanted: readonly StreamEvent[],
  buffers: LargeEventBuffers,
): Uint8Array | undefined {
  const [event] = wanted;
  if (event === undefined || wanted.length > 1 || event.text.length <= maxCopiedBytes) return undefined;
  const buffer = buffers.get(event) ?? Buffer.from(event.text);
  buffers.set(event, buffer);
  return buffer;
}

/** Splits events into runs that are each sent as one buffer. */
function* splitIntoBuffers(events: readonly StreamEvent[]): Generator<readonly StreamEvent[]> {
  let first = 0;
  let characters = 0;
  for (let i = 0; i < events.length; i++) {
    const { length } = events[i]!.text;
    if (i > first && characters + length > maxBufferChars) {
      yield events.slice(first, i);
      first = i;
      characters = 0;
    }
    characters += length;
  }
  if (first < events.length) yield first === 0 ? events : events.slice(first);
}
