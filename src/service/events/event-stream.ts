import { type ApplicationCode, callOutside, Listeners, reportTo } from '../application-code.js';
import type { Host } from '../host.js';
import type { OpenResponse } from '../http/api.js';
import { platform } from '../platform.js';
import type { EmitOptions, EventEmitter, EventKind, EventSubject } from './api.js';
import { BulkChanges } from './bulk-changes.js';
import { type PendingEvent, PendingEvents } from './coalescing.js';
import { Delivery, type Notice } from './delivery.js';
import { encodeEvent } from './encoding.js';
import type { EventPublisher } from './event-publisher.js';
import { FlushPacing } from './pacing.js';
import { Presence } from './presence.js';
import type { StreamEvent } from './stream-event.js';
import type { Connection } from './subscriber.js';

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
/** Makes events for an app that connects: what is pending then. */
export type OnConnect = () => Iterable<Notice>;

/**
 * The event stream (wire.md section 4). Changes are noted as they happen and serialised once at the end of the frame;
 * all events of the frame go out in one write per subscriber, from one buffer per filter.
 */
export class EventStream implements EventEmitter {
  readonly presence: Presence;
  readonly maxSubscribers: number;
  readonly #host: Host;
  readonly #delivery: Delivery;
  readonly #pending = new PendingEvents();
  readonly #bulkChanges: BulkChanges;
  readonly #pacing = new FlushPacing();
  readonly #onConnect: OnConnect[] = [];
  readonly #code: ApplicationCode;
  readonly #onEmpty: Listeners<[]>;
  #eventPublisher: EventPublisher | undefined;
  /** Streams that are open at relays. */
  #elsewhere = 0;
  #expectedUntil = Number.NEGATIVE_INFINITY;
  #isActive = false;
  #flushes = 0;
  /** A frame has ended while something was on its way, and what it brought goes first. */
  #isHeldUp = false;

  constructor(host: Host, epoch: string, options: EventStreamOptions) {
    this.#host = host;
    this.#code = reportTo(host.log);
    this.#onEmpty = new Listeners(this.#code, 'A listener of the event stream');
    this.presence = new Presence(host.clock);
    this.maxSubscribers = options.maxSubscribers ?? 10_000;
    const { undeliveredLimit, now } = options;
    this.#bulkChanges = new BulkChanges(now);
    const ring = { bytes: ringBytes, events: ringEvents };
    this.#delivery = new Delivery(
      epoch,
      { clock: host.clock, log: host.log, undeliveredLimit, ring, now },
      {
        application: host.application.name,
        pending: () => this.pendingNotices(),
        left: (clientId) => this.#left(clientId),
      },
    );
  }

  /** The server's instanceId: tells the events of one start from those of another. */
  get epoch(): string {
    return this.#delivery.epoch;
  }

  /** The application's name, with which streams greet. */
  get application(): string {
    return this.#host.application.name;
  }

  /** By the host's clock, in milliseconds since 1970: what timestamps are made of. */
  get wallTime(): number {
    return this.#host.clock.wallTime();
  }

  /** Number of the newest event. */
  get seq(): number {
    return this.#delivery.seq;
  }

  get active(): boolean {
    return this.#isActive;
  }

  /** Open streams, those at relays too. */
  get subscribers(): number {
    return this.ownSubscribers + this.#elsewhere;
  }

  /** Streams that are open here. */
  get ownSubscribers(): number {
    return this.#delivery.subscribers;
  }

  /** Ids that the filters of the streams that are open here name. */
  get wantedIds(): number {
    return this.#delivery.wantedIds;
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

  /** Notes changes that were made at once, however many: they are told of between the frames (`BulkChanges`). */
  changedTogether(changes: Iterable<PendingEvent | undefined>): void {
    if (this.#isActive) this.#bulkChanges.add(changes);
  }

  /** Calls `listener` for what an app that connects must be told beside `connected`. */
  onConnect(listener: OnConnect): void {
    this.#onConnect.push(listener);
  }

  /** Calls `listener` when the last subscriber has left. */
  onEmpty(listener: () => void): void {
    this.#onEmpty.add(listener);
  }

  /** What an app that connects now is told beside `connected`. */
  pendingNotices(): Notice[] {
    const notices: Notice[] = [];
    for (const listener of this.#onConnect) {
      callOutside(this.#code, 'What an app that connects is told', () => {
        notices.push(...listener());
      });
    }
    return notices;
  }

  /** Takes a subscriber in; it is greeted in its turn. */
  connect(connection: Connection, response: OpenResponse): void {
    this.#isActive = true;
    this.#delivery.connect(connection, response);
    this.#came(connection.clientId);
  }

  /** Gives all that goes out to `publication` too, from now on; undefined: to nobody any more. */
  publishTo(publication: EventPublisher | undefined): void {
    this.#eventPublisher = publication;
  }

  /** An app is about to open a stream at a relay: from now on nothing is missed. */
  expect(): void {
    this.#isActive = true;
    this.#expectedUntil = this.#host.clock.now() + resumeWindowMs;
  }

  /** An app has opened a stream at a relay. */
  joined(clientId: string): void {
    this.#isActive = true;
    this.#elsewhere++;
    this.#came(clientId);
  }

  /** A stream at a relay has ended. */
  parted(clientId: string): void {
    this.#elsewhere--;
    this.#left(clientId);
  }

  #came(clientId: string): void {
    if (this.presence.opened(clientId) && this.subscribers > 1) this.#announce('client_connected', clientId);
  }

  #left(clientId: string): void {
    this.#expectedUntil = this.#host.clock.now() + resumeWindowMs;
    if (this.presence.closed(clientId)) this.#announce('client_disconnected', clientId);
    if (this.subscribers === 0) this.#onEmpty.tell();
  }

  #announce(kind: EventKind, clientId: string): void {
    this.emit(kind, `"clientId":${JSON.stringify(clientId)}`, { exceptClient: clientId });
  }

  /**
   * Sends what the frame has brought; to be called at its end. Sending to many goes on between the frames, and what
   * happens meanwhile is gathered until it is through.
   */
  frameEnd(): void {
    const now = this.#host.clock.now();
    this.#pacing.frameEnded(now);
    if (this.#isActive && this.subscribers === 0 && now >= this.#expectedUntil) this.#goIdle();
    const isManual = this.#host.clock.mode === 'manual';
    this.#isHeldUp = !this.#delivery.isReady && !this.#pending.isEmpty;
    if (this.#delivery.isReady) {
      this.#delivery.keepAlive(now);
      if (!this.#pending.isEmpty && this.#pacing.isFlushDue(now)) this.#flush(now);
      else if (!isManual) this.#tellTogether();
    }
    if (!isManual) return;
    this.#delivery.finish();
    if (this.#bulkChanges.isEmpty) return;
    this.#send(this.#bulkChanges.take(true), () => {});
    this.#delivery.finish();
  }

  /** Tells of the next piece of what was changed together, and goes on between the frames until there is none left. */
  readonly #tellTogether = (): void => {
    if (this.#bulkChanges.isEmpty || this.#isHeldUp || !this.#delivery.isReady) return;
    this.#send(this.#bulkChanges.take(false), () => void platform.setImmediate(this.#tellTogether));
  };

  /** Once all connections are closed: nobody is expected back, and whoever comes finds another start. */
  end(nextEpoch: string): void {
    this.#goIdle();
    this.#delivery.epoch = nextEpoch;
  }

  /** What happens from now on is not recorded: whoever comes back later has a gap. */
  #goIdle(): void {
    this.#isActive = false;
    this.#pending.drop();
    this.#bulkChanges.drop();
    this.#delivery.forget();
    this.#eventPublisher?.leapt(this.seq);
  }

  #flush(now: number): void {
    this.#pacing.flushBegan(now);
    this.#flushes++;
    this.#send(this.#pending.take(), (spent) => this.#flushed(spent));
  }

  #send(pending: Iterable<PendingEvent>, onSent: (spent: number) => void): void {
    const events = this.#encodeAll(pending);
    this.#eventPublisher?.flushed(events);
    this.#delivery.send(events, onSent);
  }

  #flushed(spent: number): void {
    if (this.#host.clock.mode === 'manual') return;
    if (!this.#bulkChanges.isEmpty) platform.setImmediate(this.#tellTogether);
    this.#pacing.flushTook(spent);
    if (!this.#pacing.isLogDue(this.#host.clock.now())) return;
    this.#host.log.write(
      'Log',
      `Sending events to ${this.ownSubscribers} subscribers takes ${spent.toFixed(0)} ms: ` +
        `they are gathered for ${this.flushInterval.toFixed(0)} ms`,
    );
  }

  #encodeAll(all: Iterable<PendingEvent>): StreamEvent[] {
    const timestamp = new Date(this.#host.clock.wallTime()).toISOString();
    const events: StreamEvent[] = [];
    for (const pending of all) {
      const event = this.#encode(pending, timestamp);
      if (event === undefined) continue;
      events.push(event);
      this.#delivery.keep(event);
    }
    return events;
  }

  /** What cannot be read costs its own event: it gets no number, and the others go out. */
  #encode(pending: PendingEvent, timestamp: string): StreamEvent | undefined {
    try {
      return encodeEvent(pending, this.epoch, this.seq + 1, timestamp);
    } catch (error) {
      this.#code.report(`The event of ${pending.path === '' ? 'an object' : pending.path}`, error);
      return undefined;
    }
  }
}
