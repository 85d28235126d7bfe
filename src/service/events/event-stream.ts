import type { Host } from '../host.js';
import type { OpenResponse } from '../http/api.js';
import type { EmitOptions, EventEmitter, EventKind, EventSubject } from './api.js';
import { Audience } from './audience.js';
import type { EventFilter } from './filter.js';
import { Presence } from './presence.js';
import { EventRing } from './ring.js';
import { SlicedWork } from './sliced-work.js';
import type { StreamEvent } from './stream-event.js';
import { type Connection, Subscriber } from './subscriber.js';

export interface EventStreamOptions {
  /** Streams that may be open at once; 10,000 when left out. */
  readonly maxSubscribers?: number | undefined;
  /** Undelivered bytes with which a subscriber is disconnected; 1 MiB when left out. */
  readonly undeliveredLimit?: number | undefined;
  /** Real monotonic milliseconds: what a flush costs. */
  readonly now: () => number;
}

/** Recent events that are kept for apps that come back: bytes of their text, and how many. */
const ringBytes = 8 * 1024 * 1024;
const ringEvents = 32 * 1024;
/**
 * After the last subscriber has left, events are built for this long as if it were still there, in milliseconds of host
 * time: a phone that lost its connection comes back within seconds and must not miss anything. Nobody is subscribed in
 * the sense of EVT-2 only after that.
 */
const resumeWindowMs = 30_000;
/** The longest time that events are gathered under load, in milliseconds (wire.md section 4). */
const longestFlushIntervalMs = 50;
/** A flush that takes no longer, in milliseconds, leaves frames of 60 Hz time enough. */
const quickFlushMs = 12;
/** Share of the time that slower ones may take: events are gathered for as long as that needs. */
const flushShare = 0.5;
/** That events are gathered for longer is said in the log at most once in this time, in milliseconds. */
const sayEveryMs = 60_000;
/** What one frame counts for in the average of their periods. */
const periodWeight = 0.05;
/** Share of a frame by which frames may be early or late without one more being waited for. */
const frameTolerance = 0.25;

/** An event that waits for the end of the frame. */
interface Pending extends Omit<StreamEvent, 'seq' | 'text'> {
  readonly members: string | (() => string | undefined);
}

/** Makes events for an app that connects: what is pending then. */
export type OnConnect = () => Iterable<{ readonly kind: EventKind; readonly members: string }>;

/**
 * The event stream (wire.md section 4). Changes are noted as they happen and serialised once at the end of the frame;
 * all events of the frame go out in one write per subscriber, from one buffer per filter.
 */
export class EventStream implements EventEmitter {
  #epoch: string;
  readonly presence: Presence;
  readonly maxSubscribers: number;
  readonly #host: Host;
  readonly #undeliveredLimit: number;
  readonly #audience: Audience;
  readonly #sending: SlicedWork;
  readonly #greeting: SlicedWork;
  readonly #ring = new EventRing(ringBytes, ringEvents);
  #pending = new Map<string | number, Pending>();
  readonly #onConnect: OnConnect[] = [];
  readonly #onEmpty: (() => void)[] = [];
  #seq = 0;
  #pendingKey = 0;
  #expectedUntil = Number.NEGATIVE_INFINITY;
  #isActive = false;
  #lastFrame = 0;
  /** Milliseconds from frame to frame, on average: one that is late says nothing of the next. */
  #framePeriod = 1000 / 60;
  #lastFlush = Number.NEGATIVE_INFINITY;
  #flushInterval = 0;
  #flushes = 0;
  /** Those who wait to be greeted. */
  #newcomers: Subscriber[] = [];
  #subscribers = 0;
  #sayNextAt = 0;

  constructor(host: Host, epoch: string, options: EventStreamOptions) {
    this.#host = host;
    this.#epoch = epoch;
    this.presence = new Presence(host.clock);
    this.maxSubscribers = options.maxSubscribers ?? 10_000;
    this.#undeliveredLimit = options.undeliveredLimit ?? 1024 * 1024;
    this.#audience = new Audience(host.clock, this.#undeliveredLimit);
    this.#sending = new SlicedWork(options.now);
    this.#greeting = new SlicedWork(options.now);
  }

  /** The server's instanceId: tells the events of one start from those of another. */
  get epoch(): string {
    return this.#epoch;
  }

  get active(): boolean {
    return this.#isActive;
  }

  /** Open streams. */
  get subscribers(): number {
    return this.#subscribers;
  }

  /** How often events have been sent: what was emitted while it had this value has not gone out yet. */
  get flushes(): number {
    return this.#flushes;
  }

  /** Milliseconds for which events are gathered beyond the frame because sending them takes long; 0 normally. */
  get flushInterval(): number {
    return this.#flushInterval;
  }

  emit(kind: EventKind, membersJson: string, options: EmitOptions = {}): void {
    if (!this.#isActive) return;
    this.#pending.set(this.#pendingKey++, {
      kind,
      members: membersJson,
      addresses: options.addresses,
      subjects: options.subjects,
      exceptClient: options.exceptClient,
      id: undefined,
      path: '',
    });
  }

  propertyChanged({ id, addresses }: EventSubject, path: string, read: () => string | undefined): void {
    if (!this.#isActive) return;
    this.#pending.set(`${id}/${path}`, {
      kind: 'exposed_object_updated',
      members: read,
      addresses,
      subjects: undefined,
      exceptClient: undefined,
      id,
      path,
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

  /**
   * Takes a subscriber in. It is greeted in its turn, so that a thousand apps that come back at once, with a megabyte
   * each that they have missed, do not hold the frames up, nor what the others wait for.
   */
  connect(connection: Connection, response: OpenResponse): void {
    const { clientId } = connection;
    const subscriber = new Subscriber(connection, response, this.#disconnected);
    this.#subscribers++;
    this.#isActive = true;
    if (this.#newcomers.push(subscriber) === 1) this.#greeting.begin(this.#greetNewcomers());
    if (this.presence.opened(clientId) && this.subscribers > 1) this.#announce('client_connected', clientId);
  }

  *#greetNewcomers(): Generator<void> {
    for (const subscriber of this.#newcomers) {
      this.#greet(subscriber);
      yield;
    }
    this.#newcomers = [];
  }

  /** `connected`, what it missed, what is pending; from here on it hears what happens. */
  #greet(subscriber: Subscriber): void {
    if (subscriber.isClosed) return;
    const { clientId, filter, lastEventId } = subscriber;
    const replay = lastEventId === undefined ? undefined : this.#replay(lastEventId, clientId, filter);
    const resume = lastEventId === undefined ? 'fresh' : replay === undefined ? 'gap' : 'resumed';
    const connected =
      `"clientId":${JSON.stringify(clientId)},"serverTime":"${this.#timestamp()}",` +
      `"message":"Connected to ${JSON.stringify(this.#host.application.name).slice(1, -1)}",` +
      `"instanceId":"${this.epoch}","resume":"${resume}","cursor":"${this.epoch}:${this.#seq}"`;
    const first = this.#block('connected', connected, this.#timestamp());
    let last = '';
    for (const listener of this.#onConnect) {
      for (const { kind, members } of listener()) {
        if (filter.wants(kind)) last += this.#block(kind, members, this.#timestamp());
      }
    }
    this.#audience.join(subscriber);
    if (replay === undefined) subscriber.write(first + last);
    else subscriber.write(Buffer.concat([Buffer.from(first), replay, Buffer.from(last)]));
  }

  readonly #disconnected = (subscriber: Subscriber): void => {
    this.#subscribers--;
    this.#audience.leave(subscriber);
    this.#expectedUntil = this.#host.clock.now() + resumeWindowMs;
    if (this.presence.closed(subscriber.clientId)) this.#announce('client_disconnected', subscriber.clientId);
    if (this.subscribers === 0) for (const listener of this.#onEmpty) listener();
  };

  #announce(kind: EventKind, clientId: string): void {
    this.emit(kind, `"clientId":${JSON.stringify(clientId)}`, { exceptClient: clientId });
  }

  /** What an app has missed since an event id; undefined when that cannot be told any more, or is too much. */
  #replay(lastEventId: string, clientId: string, filter: EventFilter): Uint8Array | undefined {
    const match = /^(.+):(\d+)$/.exec(lastEventId);
    if (match === null || match[1] !== this.epoch) return undefined;
    return this.#ring.replay(Number(match[2]), this.#seq, filter, clientId, this.#undeliveredLimit);
  }

  /**
   * Sends what the frame has brought; to be called at its end. Sending to many goes on between the frames, and what
   * happens meanwhile is gathered until it is through.
   */
  frameEnd(): void {
    const now = this.#host.clock.now();
    this.#framePeriod +=
      periodWeight * (Math.min(now - this.#lastFrame, longestFlushIntervalMs) - this.#framePeriod);
    this.#lastFrame = now;
    if (this.#isActive && this.subscribers === 0 && now >= this.#expectedUntil) this.#goIdle();
    if (this.#sending.isDone) {
      if (this.#audience.isKeepAliveDue(now)) this.#sending.begin(this.#audience.keepAlive(now));
      if (this.#pending.size > 0 && this.#isFlushDue(now)) this.#flush(now);
    }
    if (this.#host.clock.mode === 'manual') {
      this.#greeting.finish();
      this.#sending.finish();
    }
  }

  /** Gathered for long enough, or for too long if one more frame were waited for. */
  #isFlushDue(now: number): boolean {
    const gathered = now - this.#lastFlush;
    const tolerance = frameTolerance * this.#framePeriod;
    if (gathered >= this.#flushInterval - tolerance) return true;
    return gathered + this.#framePeriod > longestFlushIntervalMs + tolerance;
  }

  /** Once all connections are closed: nobody is expected back, and whoever comes finds another start. */
  end(nextEpoch: string): void {
    this.#goIdle();
    this.#epoch = nextEpoch;
  }

  /** What happens from now on is not recorded: whoever comes back later has a gap. */
  #goIdle(): void {
    this.#isActive = false;
    this.#pending = new Map();
    this.#ring.clear();
    this.#seq++;
  }

  #flush(now: number): void {
    this.#lastFlush = now;
    this.#flushes++;
    const events = this.#encodePending();
    this.#sending.begin(this.#audience.send(events), (spent) => this.#stretch(spent));
  }

  /** After a flush that took `spent` milliseconds: the slower it is, the longer the next one gathers. */
  #stretch(spent: number): void {
    if (this.#host.clock.mode === 'manual') return;
    this.#flushInterval = stretched(spent);
    const now = this.#host.clock.now();
    if (this.#flushInterval === 0 || now < this.#sayNextAt) return;
    this.#sayNextAt = now + sayEveryMs;
    this.#host.log.write(
      'Log',
      `Sending events to ${this.subscribers} subscribers takes ${spent.toFixed(0)} ms: ` +
        `they are gathered for ${this.#flushInterval.toFixed(0)} ms`,
    );
  }

  #encodePending(): StreamEvent[] {
    const timestamp = this.#timestamp();
    const events: StreamEvent[] = [];
    // A new map and not an empty one: V8 links a cleared map's old table to its new one, and what has grown old that way
    // keeps everything that follows alive until the next full collection.
    const pending = this.#pending;
    this.#pending = new Map();
    for (const { kind, members, addresses, subjects, exceptClient, id, path } of pending.values()) {
      const json = typeof members === 'string' ? members : members();
      if (json === undefined) continue;
      const seq = ++this.#seq;
      const text = `id: ${this.epoch}:${seq}\n${this.#block(kind, json, timestamp)}`;
      const event = { seq, kind, text, addresses, subjects, exceptClient, id, path };
      events.push(event);
      this.#ring.push(event);
    }
    return events;
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
  return took <= quickFlushMs ? 0 : Math.min(took / flushShare, longestFlushIntervalMs);
}
