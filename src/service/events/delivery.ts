import type { HostClock, HostLog } from '../host.js';
import type { OpenResponse } from '../http/api.js';
import type { EventKind } from './api.js';
import { encodeBlock, encodeGreeting, sequenceOf } from './encoding.js';
import { IncrementalWork } from './incremental-work.js';
import { EventRing } from './ring.js';
import type { StreamEvent } from './stream-event.js';
import { type Connection, Subscriber, type SubscriberOwner } from './subscriber.js';
import { SubscriberGroups } from './subscriber-groups.js';

/** Undelivered bytes with which a subscriber is disconnected. */
const defaultUndeliveredLimit = 1024 * 1024;
/** The log says at most once in this time that a subscriber was closed for what it has not read, in milliseconds. */
const behindLogMs = 60_000;

export interface DeliveryOptions {
  readonly clock: HostClock;
  readonly log: Pick<HostLog, 'write'>;
  /** Undelivered bytes with which a subscriber is disconnected; 1 MiB when left out. */
  readonly undeliveredLimit?: number | undefined;
  /** Recent events that are kept for apps that come back: bytes of their text, and how many. */
  readonly ring: { readonly bytes: number; readonly events: number };
  /** Real monotonic milliseconds: what sending costs. */
  readonly now: () => number;
}

/** An event without a number, for one subscriber alone. */
export interface Notice {
  readonly kind: EventKind;
  /** The JSON text of its members without braces, `type` and `timestamp`. */
  readonly members: string;
}

/** Whose events are delivered: the host itself, or a relay that has them from one. */
export interface DeliveryOwner {
  /** The application's name. */
  readonly application: string;
  /** What an app that connects now is told beside `connected`. */
  pending(): Iterable<Notice>;
  /** A subscriber has gone. */
  left(clientId: string): void;
}

/**
 * From events that have their numbers to those who are subscribed: greetings, what was missed, each flush once for all.
 * Where the events come from it does not know.
 */
export class Delivery {
  /** Tells the events of one start of the host from those of another. */
  epoch: string;
  /** Number of the newest event that there has been. */
  seq = 0;
  readonly #options: DeliveryOptions;
  readonly #owner: DeliveryOwner;
  readonly #undeliveredLimit: number;
  readonly #subscriberGroups: SubscriberGroups;
  readonly #incrementalWork: IncrementalWork;
  readonly #greeting: IncrementalWork;
  readonly #ring: EventRing;
  /** Those who wait to be greeted. */
  readonly #newcomers: Subscriber[] = [];
  #isHeld = false;
  #subscribers = 0;
  #wantedIds = 0;
  #nextBehindLogAt = Number.NEGATIVE_INFINITY;

  constructor(epoch: string, options: DeliveryOptions, owner: DeliveryOwner) {
    this.epoch = epoch;
    this.#options = options;
    this.#owner = owner;
    this.#undeliveredLimit = options.undeliveredLimit ?? defaultUndeliveredLimit;
    this.#ring = new EventRing(options.ring.bytes, options.ring.events);
    this.#subscriberGroups = new SubscriberGroups(options.clock, this.#undeliveredLimit, () =>
      this.#sayBehind(),
    );
    this.#incrementalWork = new IncrementalWork(options.now);
    this.#greeting = new IncrementalWork(options.now);
  }

  /** Open streams. */
  get subscribers(): number {
    return this.#subscribers;
  }

  /** Ids that the filters of all of them name. */
  get wantedIds(): number {
    return this.#wantedIds;
  }

  /** False while a flush is on its way to its subscribers. */
  get isReady(): boolean {
    return this.#incrementalWork.isDone;
  }

  /**
   * Takes a subscriber in. It is greeted in its turn, so that a thousand apps that come back at once, with a megabyte
   * each that they have missed, do not hold the frames up, nor what the others wait for.
   */
  connect(connection: Connection, response: OpenResponse): void {
    const subscriber = new Subscriber(connection, response, this.#subscriberOwner);
    this.#subscribers++;
    this.#wantedIds += connection.filter.ids;
    if (this.#newcomers.push(subscriber) === 1) this.#greetOn();
  }

  /**
   * Greets nobody until the next `send`, or `release`: events are kept that have not been sent, and whoever were greeted now
   * would be told of them twice.
   */
  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#greetOn();
  }

  /** Keeps an event for those who come back; to be called in the order of the numbers, before `send`. */
  keep(event: StreamEvent): void {
    this.seq = event.seq;
    this.#ring.push(event);
  }

  /**
   * Sends events to those who are there now; while `isReady`.
   * @param onSent told how many milliseconds it took
   */
  send(events: readonly StreamEvent[], onSent?: (spent: number) => void): void {
    this.#incrementalWork.begin(this.#subscriberGroups.send(events), onSent);
    this.release();
  }

  /** Sends a comment to those who have heard nothing for a while; while `isReady`, as which it is again with `onSent`. */
  keepAlive(now: number, onSent?: () => void): void {
    if (this.#subscriberGroups.isKeepAliveDue(now))
      this.#incrementalWork.begin(this.#subscriberGroups.keepAlive(now), onSent);
  }

  /** Does at once what is left of greetings and flushes. */
  finish(): void {
    this.#greeting.finish();
    this.#incrementalWork.finish();
  }

  /** Forgets what apps could be told again: whoever comes back has a gap, also with the number of the newest event. */
  forget(seq = this.seq + 1): void {
    this.#ring.clear();
    this.seq = seq;
  }

  #greetOn(): void {
    if (!this.#isHeld && this.#newcomers.length > 0) this.#greeting.begin(this.#greetNewcomers());
  }

  *#greetNewcomers(): Generator<void> {
    while (!this.#isHeld && this.#newcomers.length > 0) {
      this.#greet(this.#newcomers.shift()!);
      yield;
    }
  }

  /** `connected`, what it missed, what is pending; from here on it hears what happens. */
  #greet(subscriber: Subscriber): void {
    if (subscriber.isClosed) return;
    const { clientId, filter, lastEventId } = subscriber;
    const since = lastEventId === undefined ? undefined : sequenceOf(lastEventId, this.epoch);
    const replay = since === undefined ? undefined : this.#replay(since, subscriber);
    const resume = lastEventId === undefined ? 'fresh' : replay === undefined ? 'gap' : 'resumed';
    const timestamp = new Date(this.#options.clock.wallTime()).toISOString();
    const { application } = this.#owner;
    // What it has missed is still to come.
    const seq = replay === undefined ? this.seq : since!;
    const first = encodeGreeting({ clientId, application, epoch: this.epoch, seq, resume }, timestamp);
    let last = '';
    for (const { kind, members } of this.#owner.pending()) {
      if (filter.wants(kind)) last += encodeBlock(kind, members, timestamp);
    }
    this.#subscriberGroups.join(subscriber);
    if (replay === undefined) subscriber.write(first + last);
    else subscriber.write(Buffer.concat([Buffer.from(first), replay, Buffer.from(last)]));
  }

  /** What an app has missed since an event; undefined when that cannot be told any more, or is too much. */
  #replay(since: number, { clientId, filter }: Subscriber): Uint8Array | undefined {
    return this.#ring.replay(since, this.seq, filter, clientId, this.#undeliveredLimit);
  }

  readonly #subscriberOwner: SubscriberOwner = {
    stalled: (subscriber) => this.#subscriberGroups.backlog.stalled(subscriber),
    readsAgain: (subscriber) => this.#subscriberGroups.backlog.ended(subscriber),
    closed: (subscriber) => {
      this.#subscribers--;
      this.#wantedIds -= subscriber.filter.ids;
      this.#subscriberGroups.leave(subscriber);
      this.#owner.left(subscriber.clientId);
    },
  };

  #sayBehind(): void {
    const now = this.#options.clock.now();
    if (now < this.#nextBehindLogAt) return;
    this.#nextBehindLogAt = now + behindLogMs;
    this.#options.log.write(
      'Warning',
      'Closed an event stream whose client had left too much unread: it finds a gap when it comes back',
    );
  }
}
