import type { EventKind } from '../../wire/event-kinds.js';
import { type ApplicationCode, callOutside, reportTo } from '../common/application-code.js';
import { Listeners } from '../common/listeners.js';
import { platform } from '../common/platform.js';
import type { Host } from '../host.js';
import type { OpenResponse } from '../http/api.js';
import { BulkChanges } from './bulk-changes.js';
import { Delivery, type InitialEvent } from './delivery.js';
import { encodeEvent } from './encoding.js';
import type { EmitOptions, EventEmitter, EventSubject } from './event-emitter.js';
import type { EventPublisher } from './event-publisher.js';
import { FlushPacing } from './flush-pacing.js';
import { type PendingEvent, PendingEvents } from './pending-events.js';
import { Presence } from './presence.js';
import type { StreamEvent } from './stream-event.js';
import type { Connection } from './subscriber.js';

export interface EventStreamOptions {
  /** Maximum number of open streams. Defaults to 10,000. */
  readonly maxSubscribers?: number | undefined;
  /** Returns real monotonic milliseconds, to measure how long a flush takes. */
  readonly now: () => number;
}

/** Bytes and number of recent events kept for clients that reconnect. */
const ringBytes = 8 * 1024 * 1024;
const maxRingEvents = 32 * 1024;
/**
 * Milliseconds of host time for which events are still recorded after the last subscriber has left. A client that
 * reconnects within this time misses nothing, and the stream counts as subscribed (EVT-2).
 */
const resumeWindowMs = 30_000;

/**
 * The event stream (wire.md section 4). Changes are noted immediately and serialized once at the end of the frame. Each
 * subscriber gets all events of a frame in one write, from one buffer per filter.
 */
export class EventStream implements EventEmitter {
  readonly presence: Presence;
  readonly maxSubscribers: number;
  readonly #host: Host;
  readonly #delivery: Delivery;
  readonly #pending = new PendingEvents();
  readonly #bulkChanges: BulkChanges;
  readonly #pacing = new FlushPacing();
  readonly #initialEventSources: (() => Iterable<InitialEvent>)[] = [];
  readonly #code: ApplicationCode;
  readonly #onEmpty: Listeners<[]>;
  #eventPublisher: EventPublisher | undefined;
  /** The number of streams open at relays. */
  #relayedStreamCount = 0;
  #expectedUntil = Number.NEGATIVE_INFINITY;
  #isRecording = false;
  #flushCount = 0;
  /** True if the events of a frame wait for the last flush. They are sent before further bulk changes. */
  #isFlushDelayed = false;

  constructor(host: Host, epoch: string, options: EventStreamOptions) {
    this.#host = host;
    this.#code = reportTo(host.log);
    this.#onEmpty = new Listeners((error) => this.#code.report('A listener of the event stream', error));
    this.presence = new Presence(host.clock);
    this.maxSubscribers = options.maxSubscribers ?? 10_000;
    const { now } = options;
    this.#bulkChanges = new BulkChanges(now);
    const ring = { bytes: ringBytes, events: maxRingEvents };
    this.#delivery = new Delivery(
      epoch,
      { clock: host.clock, log: host.log, ring, now },
      {
        application: host.application.name,
        initialEvents: () => this.initialEvents(),
        left: (clientId) => this.#noteClosed(clientId),
      },
    );
  }

  /** The server's instanceId, which distinguishes the events of different starts. */
  get epoch(): string {
    return this.#delivery.epoch;
  }

  /** The application's name, for the connected event. */
  get application(): string {
    return this.#host.application.name;
  }

  /** The host's wall clock, in milliseconds since 1970. */
  get wallTime(): number {
    return this.#host.clock.wallTime();
  }

  /** The number of the newest event. */
  get seq(): number {
    return this.#delivery.seq;
  }

  get isRecording(): boolean {
    return this.#isRecording;
  }

  /** The number of open streams, including those at relays. */
  get subscriberCount(): number {
    return this.ownSubscriberCount + this.#relayedStreamCount;
  }

  /** The number of streams open at this host. */
  get ownSubscriberCount(): number {
    return this.#delivery.subscriberCount;
  }

  /** The number of ids in the filters of the streams open at this host. */
  get wantedIdCount(): number {
    return this.#delivery.wantedIdCount;
  }

  /** The number of flushes; events emitted since it last increased have not been sent yet. */
  get flushCount(): number {
    return this.#flushCount;
  }

  /** The flush interval in milliseconds: 0 normally, longer while sending is slow. */
  get flushInterval(): number {
    return this.#pacing.interval;
  }

  emit(kind: EventKind, membersJson: string, options: EmitOptions = {}): void {
    if (this.#isRecording) this.#pending.add(kind, membersJson, options);
  }

  propertyChanged(subject: EventSubject, path: string, read: () => string | undefined): void {
    if (this.#isRecording) this.#pending.addChange(subject, path, read);
  }

  /** Notes any number of simultaneous changes, which are reported between frames (see `BulkChanges`). */
  addBulkChanges(changes: Iterable<PendingEvent | undefined>): void {
    if (this.#isRecording) this.#bulkChanges.add(changes);
  }

  /** Adds events that new subscribers receive in addition to `connected`. */
  addInitialEvents(initialEvents: () => Iterable<InitialEvent>): void {
    this.#initialEventSources.push(initialEvents);
  }

  /** Calls `listener` after the last subscriber has left. */
  onEmpty(listener: () => void): void {
    this.#onEmpty.add(listener);
  }

  /** Returns the events that a new subscriber receives in addition to `connected`. */
  initialEvents(): InitialEvent[] {
    const initialEvents: InitialEvent[] = [];
    for (const listener of this.#initialEventSources) {
      callOutside(this.#code, 'The initial events of a new app', () => {
        initialEvents.push(...listener());
      });
    }
    return initialEvents;
  }

  /** Adds a subscriber. */
  connect(connection: Connection, response: OpenResponse): void {
    this.#isRecording = true;
    this.#delivery.connect(connection, response);
    this.#noteOpened(connection.clientId);
  }

  /** Sends all events to `publisher` as well; undefined ends that. */
  publishTo(publisher: EventPublisher | undefined): void {
    this.#eventPublisher = publisher;
  }

  /** Starts recording events for a client that is about to open a stream at a relay. */
  expectSubscriber(): void {
    this.#isRecording = true;
    this.#expectedUntil = this.#host.clock.now() + resumeWindowMs;
  }

  /** Notes that a client has opened a stream at a relay. */
  noteRelayStreamOpened(clientId: string): void {
    this.#isRecording = true;
    this.#relayedStreamCount++;
    this.#noteOpened(clientId);
  }

  /** Notes that a stream at a relay has ended. */
  noteRelayStreamClosed(clientId: string): void {
    this.#relayedStreamCount--;
    this.#noteClosed(clientId);
  }

  #noteOpened(clientId: string): void {
    if (this.presence.noteOpened(clientId) && this.subscriberCount > 1)
      this.#announce('client_connected', clientId);
  }

  #noteClosed(clientId: string): void {
    this.#expectedUntil = this.#host.clock.now() + resumeWindowMs;
    if (this.presence.noteClosed(clientId)) this.#announce('client_disconnected', clientId);
    if (this.subscriberCount === 0) this.#onEmpty.notify();
  }

  #announce(kind: EventKind, clientId: string): void {
    this.emit(kind, `"clientId":${JSON.stringify(clientId)}`, { exceptClient: clientId });
  }

  /**
   * Sends the events of a frame; must be called at its end. Sending continues between frames, and later events wait for
   * the next flush.
   */
  frameEnd(): void {
    const now = this.#host.clock.now();
    this.#pacing.noteFrameEnd(now);
    if (this.#isRecording && this.subscriberCount === 0 && now >= this.#expectedUntil) this.#stopRecording();
    const isManual = this.#host.clock.mode === 'manual';
    this.#isFlushDelayed = !this.#delivery.isReady && !this.#pending.isEmpty;
    if (this.#delivery.isReady) {
      this.#delivery.keepAlive(now);
      if (!this.#pending.isEmpty && this.#pacing.isFlushDue(now)) this.#flush(now);
      else if (!isManual) this.#sendBulkChanges();
    }
    if (isManual) this.#finishManualFrame();
  }

  /** Sends everything: with a manual clock, `step` resolves once all events were sent. */
  #finishManualFrame(): void {
    this.#delivery.finish();
    if (this.#bulkChanges.isEmpty) return;
    this.#send(this.#bulkChanges.take(true), () => {});
    this.#delivery.finish();
  }

  /** Reports the next part of the bulk changes, and continues between frames until none are left. */
  readonly #sendBulkChanges = (): void => {
    if (this.#bulkChanges.isEmpty || this.#isFlushDelayed || !this.#delivery.isReady) return;
    this.#send(this.#bulkChanges.take(false), () => void platform.setImmediate(this.#sendBulkChanges));
  };

  /** Call it after all connections are closed. Clients that connect later get the epoch of another start. */
  end(nextEpoch: string): void {
    this.#stopRecording();
    this.#delivery.epoch = nextEpoch;
  }

  /** Stops recording events, so that every client that reconnects gets a gap. */
  #stopRecording(): void {
    this.#isRecording = false;
    this.#pending.drop();
    this.#bulkChanges.drop();
    this.#delivery.forget();
    this.#eventPublisher?.skipTo(this.seq);
  }

  #flush(now: number): void {
    this.#pacing.noteFlushStart(now);
    this.#flushCount++;
    this.#send(this.#pending.take(), (spent) => this.#noteFlushed(spent));
  }

  #send(pending: Iterable<PendingEvent>, onSent: (spent: number) => void): void {
    const events = this.#encodeAll(pending);
    this.#eventPublisher?.publish(events);
    this.#delivery.send(events, onSent);
  }

  #noteFlushed(spent: number): void {
    if (this.#host.clock.mode === 'manual') return;
    if (!this.#bulkChanges.isEmpty) platform.setImmediate(this.#sendBulkChanges);
    this.#pacing.noteFlushDuration(spent);
    if (!this.#pacing.isLogDue(this.#host.clock.now())) return;
    this.#host.log.write(
      'Log',
      `Sending events to ${this.ownSubscriberCount} subscribers takes ${spent.toFixed(0)} ms: ` +
        `flushing every ${this.flushInterval.toFixed(0)} ms`,
    );
  }

  #encodeAll(all: Iterable<PendingEvent>): StreamEvent[] {
    const timestamp = new Date(this.#host.clock.wallTime()).toISOString();
    const events: StreamEvent[] = [];
    for (const pending of all) {
      const event = this.#tryEncode(pending, timestamp);
      if (event === undefined) continue;
      events.push(event);
      this.#delivery.keep(event);
    }
    return events;
  }

  /** Encodes an event; one that cannot be read is reported and omitted. */
  #tryEncode(pending: PendingEvent, timestamp: string): StreamEvent | undefined {
    try {
      return encodeEvent(pending, this.epoch, this.seq + 1, timestamp);
    } catch (error) {
      this.#code.report(`The event of ${pending.path === '' ? 'an object' : pending.path}`, error);
      return undefined;
    }
  }
}
