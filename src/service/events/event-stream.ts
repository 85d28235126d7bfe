import type { Host } from '../host.js';
import type { OpenResponse } from '../http/api.js';
import type { EmitOptions, EventEmitter, EventKind, EventSubject } from './api.js';
import type { EventFilter } from './filter.js';
import { Presence } from './presence.js';
import { EventRing, type StreamEvent } from './ring.js';
import { Subscriber, WaitingEvents } from './subscriber.js';

export interface EventStreamOptions {
  /** Streams that may be open at once; 10,000 when left out. */
  readonly maxSubscribers?: number | undefined;
  /** Undelivered bytes with which a subscriber is disconnected; 1 MiB when left out. */
  readonly undeliveredLimit?: number | undefined;
  /** Real monotonic milliseconds: what a flush costs. */
  readonly now: () => number;
}

/** Bytes of recent events that are kept for apps that come back, their bookkeeping included. */
const ringBytes = 8 * 1024 * 1024;
/**
 * After the last subscriber has left, events are built for this long as if it were still there, in milliseconds of host
 * time: a phone that lost its connection comes back within seconds and must not miss anything. Nobody is subscribed in
 * the sense of EVT-2 only after that.
 */
const resumeWindowMs = 30_000;
/** Silence after which a comment keeps proxies from closing the connection. */
const keepAliveMs = 10_000;
/** The longest time that events are gathered under load. */
const longestFlushIntervalMs = 50;
/** Share of the time that sending may take before events are gathered for longer. */
const flushShare = 0.5;

/** An event that waits for the end of the frame. */
interface Pending {
  readonly kind: EventKind;
  readonly members: () => string | undefined;
  readonly addresses: readonly string[] | undefined;
  readonly exceptClient: string | undefined;
}

interface Group {
  readonly filter: EventFilter;
  readonly subscribers: Set<Subscriber>;
}

/** How an app comes back. */
export interface Connection {
  readonly clientId: string;
  readonly filter: EventFilter;
  /** The Last-Event-ID, undefined for a new app. */
  readonly lastEventId: string | undefined;
}

/** Makes events for an app that connects: what is pending then. */
export type OnConnect = () => Iterable<{ readonly kind: EventKind; readonly members: string }>;

/**
 * The event stream (wire.md section 4). Changes are noted as they happen and serialised once at the end of the frame;
 * all events of the frame go out in one write per subscriber, from one buffer per filter.
 */
export class EventStream implements EventEmitter {
  /** The server's instanceId: tells the events of one start from those of another. */
  readonly epoch: string;
  readonly presence: Presence;
  readonly maxSubscribers: number;
  readonly #host: Host;
  readonly #undeliveredLimit: number;
  readonly #now: () => number;
  readonly #ring = new EventRing(ringBytes);
  readonly #groups = new Map<string, Group>();
  readonly #lastSent = new Map<Subscriber, number>();
  readonly #pending = new Map<string | number, Pending>();
  readonly #onConnect: OnConnect[] = [];
  readonly #onEmpty: (() => void)[] = [];
  #seq = 0;
  #pendingKey = 0;
  #expectedUntil = Number.NEGATIVE_INFINITY;
  #isActive = false;
  #nextKeepAlive = Number.POSITIVE_INFINITY;
  #lastFlush = Number.NEGATIVE_INFINITY;
  #flushInterval = 0;

  constructor(host: Host, epoch: string, options: EventStreamOptions) {
    this.#host = host;
    this.epoch = epoch;
    this.presence = new Presence(host.clock);
    this.maxSubscribers = options.maxSubscribers ?? 10_000;
    this.#undeliveredLimit = options.undeliveredLimit ?? 1024 * 1024;
    this.#now = options.now;
  }

  get active(): boolean {
    return this.#isActive;
  }

  /** Open streams. */
  get subscribers(): number {
    return this.#lastSent.size;
  }

  /** Milliseconds for which events are gathered beyond the frame because sending them takes long; 0 normally. */
  get flushInterval(): number {
    return this.#flushInterval;
  }

  emit(kind: EventKind, membersJson: string, options: EmitOptions = {}): void {
    if (!this.#isActive) return;
    this.#pending.set(this.#pendingKey++, {
      kind,
      members: () => membersJson,
      addresses: options.addresses,
      exceptClient: options.exceptClient,
    });
  }

  propertyChanged({ id, addresses }: EventSubject, path: string, read: () => string | undefined): void {
    if (!this.#isActive) return;
    this.#pending.set(`${id}/${path}`, {
      kind: 'exposed_object_updated',
      members: read,
      addresses,
      exceptClient: undefined,
    });
  }

  /** Calls `listener` for what an app that connects must be told beside `connected`. */
  onConnect(listener: OnConnect): void {
    this.#onConnect.push(listener);
  }

  /** Calls `listener` when the last subscriber has left. */
  onEmpty(listener: () => void): void {
    this.#onEmpty.push(listener);
  }

  /** Takes a subscriber in: `connected`, what it missed, what is pending. */
  connect({ clientId, filter, lastEventId }: Connection, response: OpenResponse): void {
    const subscriber = new Subscriber(clientId, filter, response);
    const replay = lastEventId === undefined ? '' : this.#replay(lastEventId, clientId, filter);
    const resume = lastEventId === undefined ? 'fresh' : replay === undefined ? 'gap' : 'resumed';
    const connected =
      `"clientId":${JSON.stringify(clientId)},"serverTime":"${this.#timestamp()}",` +
      `"message":"Connected to ${JSON.stringify(this.#host.application.name).slice(1, -1)}",` +
      `"instanceId":"${this.epoch}","resume":"${resume}","cursor":"${this.epoch}:${this.#seq}"`;
    let text = this.#block('connected', connected, this.#timestamp()) + (replay ?? '');
    for (const listener of this.#onConnect) {
      for (const { kind, members } of listener()) {
        if (filter.wants(kind)) text += this.#block(kind, members, this.#timestamp());
      }
    }
    response.onClosed(() => this.#disconnected(subscriber));
    this.#join(subscriber);
    subscriber.write(text);
    if (this.presence.opened(clientId) && this.subscribers > 1) this.#announce('client_connected', clientId);
  }

  #join(subscriber: Subscriber): void {
    const { filter } = subscriber;
    const group = this.#groups.get(filter.key);
    if (group === undefined) this.#groups.set(filter.key, { filter, subscribers: new Set([subscriber]) });
    else group.subscribers.add(subscriber);
    this.#sent(subscriber);
    this.#isActive = true;
  }

  #disconnected(subscriber: Subscriber): void {
    const group = this.#groups.get(subscriber.filter.key);
    group?.subscribers.delete(subscriber);
    if (group?.subscribers.size === 0) this.#groups.delete(subscriber.filter.key);
    this.#lastSent.delete(subscriber);
    this.#expectedUntil = this.#host.clock.now() + resumeWindowMs;
    if (this.presence.closed(subscriber.clientId)) this.#announce('client_disconnected', subscriber.clientId);
    if (this.#lastSent.size === 0) for (const listener of this.#onEmpty) listener();
  }

  #announce(kind: EventKind, clientId: string): void {
    this.emit(kind, `"clientId":${JSON.stringify(clientId)}`, { exceptClient: clientId });
  }

  /** What an app has missed since an event id; undefined when that cannot be told any more, or is too much. */
  #replay(lastEventId: string, clientId: string, filter: EventFilter): string | undefined {
    const match = /^(.+):(\d+)$/.exec(lastEventId);
    if (match === null || match[1] !== this.epoch) return undefined;
    const missed = this.#ring
      .after(Number(match[2]), this.#seq)
      ?.filter((event) => filter.matches(event) && event.exceptClient !== clientId);
    if (missed === undefined) return undefined;
    const text = missed.map((event) => event.text).join('');
    if (text.length <= this.#undeliveredLimit) return text;
    const collapsed = new WaitingEvents();
    for (const event of missed) collapsed.add(event);
    return collapsed.bytes <= this.#undeliveredLimit ? collapsed.text() : undefined;
  }

  /** Sends what the frame has brought; to be called at its end. */
  frameEnd(): void {
    const now = this.#host.clock.now();
    if (this.#isActive && this.#lastSent.size === 0 && now >= this.#expectedUntil) this.#goIdle();
    if (this.#pending.size > 0 && now >= this.#lastFlush + this.#flushInterval) this.#flush(now);
    if (now >= this.#nextKeepAlive) this.#keepAlive(now);
  }

  /** What happens from now on is not recorded: whoever comes back later has a gap. */
  #goIdle(): void {
    this.#isActive = false;
    this.#pending.clear();
    this.#ring.clear();
    this.#seq++;
  }

  #flush(now: number): void {
    const start = this.#now();
    const events = this.#encodePending();
    for (const group of this.#groups.values()) this.#send(group, events);
    this.#lastFlush = now;
    const took = this.#now() - start;
    const isRealTime = this.#host.clock.mode === 'real';
    this.#flushInterval = isRealTime ? stretched(took) : 0;
  }

  #encodePending(): StreamEvent[] {
    const timestamp = this.#timestamp();
    const events: StreamEvent[] = [];
    for (const [key, { kind, members, addresses, exceptClient }] of this.#pending) {
      const text = members();
      if (text === undefined) continue;
      const seq = ++this.#seq;
      const block = `id: ${this.epoch}:${seq}\n${this.#block(kind, text, timestamp)}`;
      const property = typeof key === 'string' ? key : undefined;
      const event = { seq, kind, text: block, addresses, exceptClient, property };
      events.push(event);
      this.#ring.push(event);
    }
    this.#pending.clear();
    return events;
  }

  #send({ filter, subscribers }: Group, events: readonly StreamEvent[]): void {
    const wanted = events.filter((event) => filter.matches(event));
    if (wanted.length === 0) return;
    const excepted = new Set(wanted.map((event) => event.exceptClient));
    const text = wanted.map((event) => event.text).join('');
    const shared = subscribers.size === 1 ? text : Buffer.from(text);
    // A copy: a subscriber that is disconnected leaves the group at once.
    for (const subscriber of [...subscribers]) {
      if (subscriber.isStalled) {
        subscriber.wait(wanted);
        if (subscriber.undelivered > this.#undeliveredLimit) subscriber.close();
        continue;
      }
      const own = excepted.has(subscriber.clientId)
        ? wanted
            .filter((event) => event.exceptClient !== subscriber.clientId)
            .map((event) => event.text)
            .join('')
        : shared;
      if (own.length === 0) continue;
      subscriber.write(own);
      this.#sent(subscriber);
    }
  }

  #sent(subscriber: Subscriber): void {
    const now = this.#host.clock.now();
    this.#lastSent.set(subscriber, now);
    this.#nextKeepAlive = Math.min(this.#nextKeepAlive, now + keepAliveMs);
  }

  #keepAlive(now: number): void {
    const comment = `: keep-alive ${this.#host.clock.wallTime()}\n\n`;
    this.#nextKeepAlive = Number.POSITIVE_INFINITY;
    for (const [subscriber, sentAt] of this.#lastSent) {
      const isDue = now - sentAt >= keepAliveMs;
      if (isDue && !subscriber.isStalled) subscriber.write(comment);
      const last = isDue ? now : sentAt;
      if (isDue) this.#lastSent.set(subscriber, now);
      this.#nextKeepAlive = Math.min(this.#nextKeepAlive, last + keepAliveMs);
    }
  }

  #block(kind: EventKind, members: string, timestamp: string): string {
    const comma = members === '' ? '' : ',';
    return `event: data\ndata: {"type":"data","data":{${members}${comma}"type":"${kind}","timestamp":"${timestamp}"}}\n\n`;
  }

  #timestamp(): string {
    return new Date(this.#host.clock.wallTime()).toISOString();
  }
}

/** How long to gather after a flush that took `took` milliseconds, so that sending stays below its share. */
function stretched(took: number): number {
  const interval = took / flushShare;
  // Within a frame of 60 Hz there is nothing to stretch.
  return interval < 16 ? 0 : Math.min(interval, longestFlushIntervalMs);
}
