import type { HostClock } from '../host.js';
import { BackpressureLimiter } from './backpressure.js';
import type { EventFilter, Views } from './filter.js';
import type { StreamEvent } from './stream-event.js';
import { copiedBytes, type Subscriber } from './subscriber.js';

/** Silence after which a comment keeps proxies from closing the connection, in milliseconds. */
const keepAliveMs = 10_000;

/** Writes between two looks at the time: some 100 microseconds. */
const writesPerStep = 16;

/** Events go out in buffers of about this size, so that one which is too large for somebody is not all that there is. */
const bufferCharacters = 1024 * 1024;

/** Subscribers of one filter: they share buffers. */
interface Group {
  readonly filter: EventFilter;
  readonly subscribers: Set<Subscriber>;
}

/** Those of a filter who were there at a moment. */
interface Recipients {
  readonly filter: EventFilter;
  readonly subscribers: readonly Subscriber[];
}

/** Everybody who is subscribed. What is done to all of them is done step by step, for `SlicedWork`. */
export class SubscriberGroups {
  readonly #clock: HostClock;
  readonly #undeliveredLimit: number;
  readonly #groups = new Map<string, Group>();
  readonly backlog: BackpressureLimiter;
  readonly #onBehind: () => void;
  #nextKeepAlive = Number.POSITIVE_INFINITY;

  /**
   * @param undeliveredLimit bytes with which a subscriber that does not read is disconnected
   * @param onBehind told of each that is
   */
  constructor(clock: HostClock, undeliveredLimit: number, onBehind: () => void) {
    this.#onBehind = onBehind;
    this.backlog = new BackpressureLimiter(onBehind);
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
    // Equal filters are kept once.
    subscriber.filter = group.filter;
    this.#sent(subscriber, this.#now());
  }

  leave(subscriber: Subscriber): void {
    this.backlog.ended(subscriber);
    const group = this.#groups.get(subscriber.filter.key);
    group?.subscribers.delete(subscriber);
    if (group?.subscribers.size === 0) this.#groups.delete(subscriber.filter.key);
  }

  /** To those who are here now: who joins while it goes on has these events from the replay, or need not have them. */
  send(events: readonly StreamEvent[]): Generator<void> {
    const groups = [...this.#groups.values()].map(({ filter, subscribers }) => ({
      filter,
      subscribers: [...subscribers],
    }));
    return this.#sendTo(groups, events);
  }

  *#sendTo(groups: readonly Recipients[], events: readonly StreamEvent[]): Generator<void> {
    const long = new LongEvents();
    const views: Views = new Map();
    for (const { filter, subscribers } of groups) {
      const wanted = filter.select(events, views);
      for (const some of inBuffers(wanted)) yield* this.#sendWanted(subscribers, some, long);
      yield;
    }
  }

  /** The same events to subscribers of one filter, from one buffer; `long` is for those of all filters. */
  *#sendWanted(
    subscribers: readonly Subscriber[],
    wanted: readonly StreamEvent[],
    long: LongEvents,
  ): Generator<void> {
    const excepted = new Set(wanted.flatMap((event) => event.exceptClient ?? []));
    const text = wanted.map((event) => event.text).join('');
    const shared = long.bufferOf(wanted) ?? (subscribers.length === 1 ? text : Buffer.from(text));
    let steps = 0;
    let now = this.#now();
    for (const subscriber of subscribers) {
      if (++steps % writesPerStep === 0) {
        yield;
        now = this.#now();
      }
      if (subscriber.isClosed) continue;
      if (subscriber.isStalled) {
        subscriber.wait(wanted);
        this.backlog.grew(subscriber);
        if (subscriber.isClosed || !subscriber.isBehind(this.#undeliveredLimit)) continue;
        this.#onBehind();
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
    this.#sent(subscriber, now);
  }

  #sent(subscriber: Subscriber, now: number): void {
    subscriber.lastSent = now;
    this.#nextKeepAlive = Math.min(this.#nextKeepAlive, now + keepAliveMs);
  }

  /** True when somebody may have heard nothing for too long. */
  isKeepAliveDue(now: number): boolean {
    return now >= this.#nextKeepAlive;
  }

  /** Whole milliseconds: those V8 keeps in the subscriber, and others beside it, where each write would have to look for them. */
  #now(): number {
    return Math.floor(this.#clock.now());
  }

  /** A comment to those who have heard nothing for a while. */
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

/** An event that fills a buffer by itself: each filter, of which every app may have its own, would make a copy of it. */
class LongEvents {
  readonly #buffers = new Map<StreamEvent, Uint8Array>();

  /** Undefined for several events, and for a short one. */
  bufferOf(wanted: readonly StreamEvent[]): Uint8Array | undefined {
    const [event] = wanted;
    if (event === undefined || wanted.length > 1 || event.text.length <= copiedBytes) return undefined;
    const buffer = this.#buffers.get(event) ?? Buffer.from(event.text);
    this.#buffers.set(event, buffer);
    return buffer;
  }
}

/** Events in order, in runs that each go out as one buffer. */
function* inBuffers(events: readonly StreamEvent[]): Generator<readonly StreamEvent[]> {
  let first = 0;
  let characters = 0;
  for (let i = 0; i < events.length; i++) {
    const { length } = events[i]!.text;
    if (i > first && characters + length > bufferCharacters) {
      yield events.slice(first, i);
      first = i;
      characters = 0;
    }
    characters += length;
  }
  if (first < events.length) yield first === 0 ? events : events.slice(first);
}
