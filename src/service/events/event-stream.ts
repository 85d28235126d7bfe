import { type ApplicationCode, callOutside, Listeners, reportTo } from '../application-code.js';
import type { Host } from '../host.js';
import type { OpenResponse } from '../http/api.js';
import type { EmitOptions, EventEmitter, EventKind, EventSubject } from './api.js';
import { Audience } from './audience.js';
import { type PendingEvent, PendingEvents } from './coalescing.js';
import { encodeBlock, encodeEvent, encodeGreeting, sequenceOf } from './encoding.js';
import type { EventFilter } from './filter.js';
import { FlushPacing } from './pacing.js';
import { Presence } from './presence.js';
import { EventRing } from './ring.js';
import { SlicedWork } from './sliced-work.js';
import type { StreamEvent } from './stream-event.js';
import { type Connection, Subscriber, type SubscriberOwner } from './subscriber.js';

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
/** The log says at most once in this time that a subscriber was closed for what it has not read, in milliseconds. */
const behindLogMs = 60_000;
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
  readonly #pending = new PendingEvents();
  readonly #pacing = new FlushPacing();
  readonly #onConnect: OnConnect[] = [];
  readonly #code: ApplicationCode;
  readonly #onEmpty: Listeners<[]>;
  #seq = 0;
  #expectedUntil = Number.NEGATIVE_INFINITY;
  #isActive = false;
  #flushes = 0;
  /** Those who wait to be greeted. */
  #newcomers: Subscriber[] = [];
  #subscribers = 0;
  #nextBehindLogAt = Number.NEGATIVE_INFINITY;

  constructor(host: Host, epoch: string, options: EventStreamOptions) {
    this.#host = host;
    this.#code = reportTo(host.log);
    this.#onEmpty = new Listeners(this.#code, 'A listener of the event stream');
    this.#epoch = epoch;
    this.presence = new Presence(host.clock);
    this.maxSubscribers = options.maxSubscribers ?? 10_000;
    this.#undeliveredLimit = options.undeliveredLimit ?? 1024 * 1024;
    this.#audience = new Audience(host.clock, this.#undeliveredLimit, () => this.#sayBehind());
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
    return this.#pacing.interval;
  }

  emit(kind: EventKind, membersJson: string, options: EmitOptions = {}): void {
    if (this.#isActive) this.#pending.add(kind, membersJson, options);
  }

  propertyChanged(subject: EventSubject, path: string, read: () => string | undefined): void {
    if (this.#isActive) this.#pending.addChange(subject, path, read);
  }

  /** Calls `listener` for what an app that connects must be told beside `connected`. */
  onConnect(listener: OnConnect): void {
    this.#onConnect.push(listener);
  }

  /** Calls `listener` when the last subscriber has left. */
  onEmpty(listener: () => void): void {
    this.#onEmpty.add(listener);
  }

  /**
   * Takes a subscriber in. It is greeted in its turn, so that a thousand apps that come back at once, with a megabyte
   * each that they have missed, do not hold the frames up, nor what the others wait for.
   */
  connect(connection: Connection, response: OpenResponse): void {
    const { clientId } = connection;
    const subscriber = new Subscriber(connection, response, this.#owner);
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
    const timestamp = this.#timestamp();
    const application = this.#host.application.name;
    const first = encodeGreeting(
      { clientId, application, epoch: this.epoch, seq: this.#seq, resume },
      timestamp,
    );
    let last = '';
    for (const listener of this.#onConnect) {
      callOutside(this.#code, 'What an app that connects is told', () => {
        for (const { kind, members } of listener()) {
          if (filter.wants(kind)) last += encodeBlock(kind, members, timestamp);
        }
      });
    }
    this.#audience.join(subscriber);
    if (replay === undefined) subscriber.write(first + last);
    else subscriber.write(Buffer.concat([Buffer.from(first), replay, Buffer.from(last)]));
  }

  readonly #owner: SubscriberOwner = {
    stalled: (subscriber) => this.#audience.backlog.stalled(subscriber),
    readsAgain: (subscriber) => this.#audience.backlog.ended(subscriber),
    closed: (subscriber) => this.#disconnected(subscriber),
  };

  #disconnected(subscriber: Subscriber): void {
    this.#subscribers--;
    this.#audience.leave(subscriber);
    this.#expectedUntil = this.#host.clock.now() + resumeWindowMs;
    if (this.presence.closed(subscriber.clientId)) this.#announce('client_disconnected', subscriber.clientId);
    if (this.subscribers === 0) this.#onEmpty.tell();
  }

  #sayBehind(): void {
    const now = this.#host.clock.now();
    if (now < this.#nextBehindLogAt) return;
    this.#nextBehindLogAt = now + behindLogMs;
    this.#host.log.write(
      'Warning',
      'Closed an event stream whose client had left too much unread: it finds a gap when it comes back',
    );
  }

  #announce(kind: EventKind, clientId: string): void {
    this.emit(kind, `"clientId":${JSON.stringify(clientId)}`, { exceptClient: clientId });
  }

  /** What an app has missed since an event id; undefined when that cannot be told any more, or is too much. */
  #replay(lastEventId: string, clientId: string, filter: EventFilter): Uint8Array | undefined {
    const since = sequenceOf(lastEventId, this.epoch);
    if (since === undefined) return undefined;
    return this.#ring.replay(since, this.#seq, filter, clientId, this.#undeliveredLimit);
  }

  /**
   * Sends what the frame has brought; to be called at its end. Sending to many goes on between the frames, and what
   * happens meanwhile is gathered until it is through.
   */
  frameEnd(): void {
    const now = this.#host.clock.now();
    this.#pacing.frameEnded(now);
    if (this.#isActive && this.subscribers === 0 && now >= this.#expectedUntil) this.#goIdle();
    if (this.#sending.isDone) {
      if (this.#audience.isKeepAliveDue(now)) this.#sending.begin(this.#audience.keepAlive(now));
      if (!this.#pending.isEmpty && this.#pacing.isFlushDue(now)) this.#flush(now);
    }
    if (this.#host.clock.mode === 'manual') {
      this.#greeting.finish();
      this.#sending.finish();
    }
  }

  /** Once all connections are closed: nobody is expected back, and whoever comes finds another start. */
  end(nextEpoch: string): void {
    this.#goIdle();
    this.#epoch = nextEpoch;
  }

  /** What happens from now on is not recorded: whoever comes back later has a gap. */
  #goIdle(): void {
    this.#isActive = false;
    this.#pending.drop();
    this.#ring.clear();
    this.#seq++;
  }

  #flush(now: number): void {
    this.#pacing.flushBegan(now);
    this.#flushes++;
    const events = this.#encodePending();
    this.#sending.begin(this.#audience.send(events), (spent) => this.#flushed(spent));
  }

  #flushed(spent: number): void {
    if (this.#host.clock.mode === 'manual') return;
    this.#pacing.flushTook(spent);
    if (!this.#pacing.isLogDue(this.#host.clock.now())) return;
    this.#host.log.write(
      'Log',
      `Sending events to ${this.subscribers} subscribers takes ${spent.toFixed(0)} ms: ` +
        `they are gathered for ${this.flushInterval.toFixed(0)} ms`,
    );
  }

  #encodePending(): StreamEvent[] {
    const timestamp = this.#timestamp();
    const events: StreamEvent[] = [];
    for (const pending of this.#pending.take()) {
      const event = this.#encode(pending, timestamp);
      if (event === undefined) continue;
      this.#seq = event.seq;
      events.push(event);
      this.#ring.push(event);
    }
    return events;
  }

  /** What cannot be read costs its own event: it gets no number, and the others go out. */
  #encode(pending: PendingEvent, timestamp: string): StreamEvent | undefined {
    try {
      return encodeEvent(pending, this.epoch, this.#seq + 1, timestamp);
    } catch (error) {
      this.#code.report(`The event of ${pending.path === '' ? 'an object' : pending.path}`, error);
      return undefined;
    }
  }

  #timestamp(): string {
    return new Date(this.#host.clock.wallTime()).toISOString();
  }
}
