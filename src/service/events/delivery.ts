import type { EventKind } from '../../wire/event-kinds.js';
import type { HostClock, HostLog } from '../host.js';
import type { OpenResponse } from '../http/api.js';
import { encodeBlock, encodeConnectedEvent, sequenceOf } from './encoding.js';
import { EventRing } from './event-ring.js';
import { IncrementalWork } from './incremental-work.js';
import type { StreamEvent } from './stream-event.js';
import { type Connection, Subscriber, type SubscriberOwner } from './subscriber.js';
import { SubscriberGroups } from './subscriber-groups.js';

/** Undelivered bytes at which a subscriber is disconnected. */
const maxUndeliveredBytes = 1024 * 1024;
/** Minimum interval, in milliseconds, between log lines about disconnected slow subscribers. */
const slowLogIntervalMs = 60_000;

export interface DeliveryOptions {
  readonly clock: HostClock;
  readonly log: Pick<HostLog, 'write'>;
  /** Bytes and number of recent events kept for clients that reconnect. */
  readonly ring: { readonly bytes: number; readonly events: number };
  /** Returns real monotonic milliseconds, to measure how long sending takes. */
  readonly now: () => number;
}

/** An event without a number, for one subscriber only. */
export interface InitialEvent {
  readonly kind: EventKind;
  /** The JSON of its members without braces, `type` and `timestamp`. */
  readonly members: string;
}

/** The source of the events: the host itself, or a relay. */
export interface DeliveryOwner {
  /** The application's name. */
  readonly application: string;
  /** Returns the events that a new subscriber receives in addition to `connected`. */
  initialEvents(): Iterable<InitialEvent>;
  /** Called when a subscriber has disconnected. */
  left(clientId: string): void;
}

/**
 * Delivers numbered events to subscribers: the connected event, the replay of missed events, and each flush.
 * Used by the host's event stream and by relays.
 */
export class Delivery {
  /** Distinguishes the events of different starts of the host. */
  epoch: string;
  /** The number of the newest event. */
  seq = 0;
  readonly #options: DeliveryOptions;
  readonly #owner: DeliveryOwner;
  readonly #subscriberGroups: SubscriberGroups;
  readonly #incrementalWork: IncrementalWork;
  readonly #connecting: IncrementalWork;
  readonly #ring: EventRing;
  /** Subscribers whose connected event has not been sent yet. */
  readonly #newcomers: Subscriber[] = [];
  #isPaused = false;
  #subscriberCount = 0;
  #wantedIdCount = 0;
  #nextSlowLogAt = Number.NEGATIVE_INFINITY;

  constructor(epoch: string, options: DeliveryOptions, owner: DeliveryOwner) {
    this.epoch = epoch;
    this.#options = options;
    this.#owner = owner;
    this.#ring = new EventRing(options.ring.bytes, options.ring.events);
    this.#subscriberGroups = new SubscriberGroups(options.clock, maxUndeliveredBytes, () =>
      this.#logSlowSubscriber(),
    );
    this.#incrementalWork = new IncrementalWork(options.now);
    this.#connecting = new IncrementalWork(options.now);
  }

  /** The number of open streams. */
  get subscriberCount(): number {
    return this.#subscriberCount;
  }

  /** The number of ids in the filters of all subscribers. */
  get wantedIdCount(): number {
    return this.#wantedIdCount;
  }

  /** False while a flush is being sent. */
  get isReady(): boolean {
    return this.#incrementalWork.isDone;
  }

  /**
   * Adds a subscriber. Its connected event and replay are sent incrementally, so that a thousand simultaneous
   * reconnections do not delay frames or other subscribers.
   */
  connect(connection: Connection, response: OpenResponse): void {
    const subscriber = new Subscriber(connection, response, this.#subscriberOwner);
    this.#subscriberCount++;
    this.#wantedIdCount += connection.filter.idCount;
    if (this.#newcomers.push(subscriber) === 1) this.#connectNext();
  }

  /**
   * Sends no connected event until the next `send` or `resume`: kept events that are not sent yet would reach
   * a new subscriber twice.
   */
  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#connectNext();
  }

  /** Keeps an event for clients that reconnect; must be called in the order of the numbers, before `send`. */
  keep(event: StreamEvent): void {
    this.seq = event.seq;
    this.#ring.push(event);
  }

  /**
   * Sends events to the present subscribers; only while `isReady`.
   * @param onSent gets the milliseconds it took
   */
  send(events: readonly StreamEvent[], onSent?: (spent: number) => void): void {
    this.#incrementalWork.begin(this.#subscriberGroups.send(events), onSent);
    this.resume();
  }

  /** Sends a comment to subscribers that have received nothing for a while; only while `isReady`. */
  keepAlive(now: number, onSent?: () => void): void {
    if (this.#subscriberGroups.isKeepAliveDue(now))
      this.#incrementalWork.begin(this.#subscriberGroups.keepAlive(now), onSent);
  }

  /** Completes all pending sending immediately. */
  finish(): void {
    this.#connecting.finish();
    this.#incrementalWork.finish();
  }

  /** Forgets the kept events, so that every client that reconnects gets a gap, even with the newest id. */
  forget(seq = this.seq + 1): void {
    this.#ring.clear();
    this.seq = seq;
  }

  #connectNext(): void {
    if (!this.#isPaused && this.#newcomers.length > 0) this.#connecting.begin(this.#connectAll());
  }

  *#connectAll(): Generator<void> {
    while (!this.#isPaused && this.#newcomers.length > 0) {
      this.#connect(this.#newcomers.shift()!);
      yield;
    }
  }

  /** Sends `connected`, the missed events and the initial events; the subscriber then receives all new events. */
  #connect(subscriber: Subscriber): void {
    if (subscriber.isClosed) return;
    const { clientId, filter, lastEventId } = subscriber;
    const since = lastEventId === undefined ? undefined : sequenceOf(lastEventId, this.epoch);
    const replay =
      since === undefined
        ? undefined
        : this.#ring.replay(since, this.seq, filter, clientId, maxUndeliveredBytes);
    const resume = lastEventId === undefined ? 'fresh' : replay === undefined ? 'gap' : 'resumed';
    const timestamp = new Date(this.#options.clock.wallTime()).toISOString();
    const { application } = this.#owner;
    // The missed events follow `connected`.
    const seq = replay === undefined ? this.seq : since!;
    const connected = encodeConnectedEvent(
      { clientId, application, epoch: this.epoch, seq, resume },
      timestamp,
    );
    let initialBlocks = '';
    for (const { kind, members } of this.#owner.initialEvents()) {
      if (filter.wants(kind)) initialBlocks += encodeBlock(kind, members, timestamp);
    }
    this.#subscriberGroups.join(subscriber);
    if (replay === undefined) subscriber.write(connected + initialBlocks);
    else subscriber.write(Buffer.concat([Buffer.from(connected), replay, Buffer.from(initialBlocks)]));
  }

  readonly #subscriberOwner: SubscriberOwner = {
    onStalled: (subscriber) => this.#subscriberGroups.backpressure.noteStalled(subscriber),
    onWritable: (subscriber) => this.#subscriberGroups.backpressure.release(subscriber),
    onClosed: (subscriber) => {
      this.#subscriberCount--;
      this.#wantedIdCount -= subscriber.filter.idCount;
      this.#subscriberGroups.leave(subscriber);
      this.#owner.left(subscriber.clientId);
    },
  };

  #logSlowSubscriber(): void {
    const now = this.#options.clock.now();
    if (now < this.#nextSlowLogAt) return;
    this.#nextSlowLogAt = now + slowLogIntervalMs;
    this.#options.log.write(
      'Warning',
      'Disconnected a subscriber that read too slowly; its next connection reports a gap',
    );
  }
}
