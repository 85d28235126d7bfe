import { Delivery, type InitialEvent } from '../service/events/delivery.js';
import type { StreamEvent } from '../service/events/stream-event.js';
import { type Connection, UndeliveredEvents } from '../service/events/subscriber.js';
import type { StreamInvitation } from '../service/handlers/stream.js';
import type { HostLog } from '../service/host.js';
import type { OpenResponse } from '../service/http/api.js';
import type { EventMessage } from '../service/nats/event-messages.js';

/** The same size as in JetStream, so that a gap at this relay is a gap at every relay. */
const ring = { bytes: 32 * 1024 * 1024, events: 128 * 1024 };
/**
 * Maximum number of characters of events that wait for a flush; beyond it, only the last value of each path is kept.
 */
const maxGatheredCharacters = 1024 * 1024;
/** Maximum milliseconds that a new app waits until the relay has received the events before its invitation. */
const catchUpTimeoutMs = 20_000;
/** Maximum number of prompt events kept for older invitations. */
const maxPromptEvents = 256;

export interface RelayedStreamPorts {
  readonly log: Pick<HostLog, 'write'>;
  /** Returns real monotonic milliseconds. */
  readonly now: () => number;
  /** Ends all open streams in order; their apps reconnect and learn what they missed. */
  endStreams(): void;
  /** Called when the stream of an app has ended. */
  left(clientId: string): void;
}

interface Waiter {
  readonly epoch: string;
  readonly seq: number;
  readonly done: (isReached: boolean) => void;
}

/** Delivers the event stream of a host at a relay: with the same event ids, filters, limits and connected events. */
export class RelayedStream {
  readonly #ports: RelayedStreamPorts;
  readonly #delivery: Delivery;
  /** The prompts for a new app: those pending at the last invitation, and the prompt events since. */
  #initialEvents: InitialEvent[] = [];
  #promptEvents: StreamEvent[] = [];
  /** Events that arrived during a flush, and their number of characters. */
  #gathered: StreamEvent[] = [];
  #characters = 0;
  #waiters: Waiter[] = [];
  #application = '';
  /** Milliseconds by which the host's clock is ahead of `now`. */
  #ahead = 0;

  constructor(ports: RelayedStreamPorts) {
    this.#ports = ports;
    const { log, now } = ports;
    // Connected events have the host's time, like all events, so that apps can compare them.
    const clock = { mode: 'real', now, wallTime: () => now() + this.#ahead } as const;
    const stream = this;
    this.#delivery = new Delivery(
      '',
      { clock, log, now, ring },
      {
        get application() {
          return stream.#application;
        },
        initialEvents: () => this.#initialEvents,
        left: (clientId) => ports.left(clientId),
      },
    );
  }

  /** The number of open streams. */
  get subscriberCount(): number {
    return this.#delivery.subscriberCount;
  }

  /** Takes the messages of the host, in order; known events are ignored. */
  take(message: EventMessage): void {
    const { epoch } = message;
    if (message.kind === 'events') this.#takeEvents(epoch, message.events);
    else if (message.kind === 'ended') this.#ports.endStreams();
    else if (epoch !== this.#delivery.epoch || message.seq > this.#delivery.seq)
      this.#skipTo(epoch, message.seq);
    this.#notifyWaiters();
  }

  /** Prepares for an app that the host has invited. Returns false if the events before the invitation do not arrive. */
  async catchUp({ application, epoch, seq, time, initialEvents }: StreamInvitation): Promise<boolean> {
    this.#ahead = time - this.#ports.now();
    if (!this.#isAt(epoch, seq) && !(await this.#waitFor(epoch, seq))) return false;
    this.#application = application;
    const later = this.#promptEvents.filter((event) => event.seq > seq);
    this.#initialEvents = [...initialEvents, ...later.map(initialEventOf)];
    return true;
  }

  connect(connection: Connection, response: OpenResponse): void {
    this.#delivery.connect(connection, response);
  }

  /** Keeps silent streams open. Call it about once a second. */
  keepAlive(): void {
    if (this.#delivery.isReady) this.#delivery.keepAlive(this.#ports.now(), this.#sendSoon);
  }

  #takeEvents(epoch: string, events: readonly StreamEvent[]): void {
    const delivery = this.#delivery;
    const first = events[0]!.seq;
    if (epoch !== delivery.epoch || first > delivery.seq + 1) this.#skipTo(epoch, first - 1);
    const fresh = events.filter(({ seq }) => seq > delivery.seq);
    for (const event of fresh) {
      delivery.keep(event);
      if (event.kind === 'confirm_request' || event.kind === 'confirm_dismiss') this.#keepPrompt(event);
    }
    if (delivery.isReady && this.#gathered.length === 0) this.#send(fresh);
    else this.#gather(fresh);
  }

  /** Skips lost events; all apps must read again. */
  #skipTo(epoch: string, seq: number): void {
    this.#ports.endStreams();
    this.#takeGathered();
    if (epoch !== this.#delivery.epoch) {
      this.#initialEvents = [];
      this.#promptEvents = [];
    }
    this.#delivery.epoch = epoch;
    this.#delivery.forget(seq);
    this.#delivery.resume();
  }

  #keepPrompt(event: StreamEvent): void {
    this.#initialEvents.push(initialEventOf(event));
    this.#promptEvents.push(event);
    if (this.#promptEvents.length > maxPromptEvents) this.#promptEvents.shift();
  }

  /** Keeps events until the current flush ends; if they are many, only the last value of each path. */
  #gather(events: readonly StreamEvent[]): void {
    this.#delivery.pause();
    for (const event of events) {
      this.#gathered.push(event);
      this.#characters += event.text.length;
    }
    if (this.#characters <= maxGatheredCharacters) return;
    const last = new UndeliveredEvents();
    for (const event of this.#takeGathered()) last.add(event);
    this.#characters = last.bytes;
    this.#gathered = last.take();
  }

  #takeGathered(): readonly StreamEvent[] {
    const gathered = this.#gathered;
    this.#gathered = [];
    this.#characters = 0;
    return gathered;
  }

  #send(events: readonly StreamEvent[]): void {
    if (events.length > 0) this.#delivery.send(events, this.#sendSoon);
  }

  readonly #sendSoon = (): void => {
    setImmediate(this.#sendGathered);
  };

  readonly #sendGathered = (): void => {
    if (this.#delivery.isReady) this.#send(this.#takeGathered());
  };

  #isAt(epoch: string, seq: number): boolean {
    return this.#delivery.epoch === epoch && this.#delivery.seq >= seq;
  }

  #waitFor(epoch: string, seq: number): Promise<boolean> {
    return new Promise((resolve) => {
      const waiter: Waiter = {
        epoch,
        seq,
        done: (isReached) => {
          clearTimeout(timer);
          this.#waiters = this.#waiters.filter((each) => each !== waiter);
          resolve(isReached);
        },
      };
      const timer = setTimeout(() => waiter.done(false), catchUpTimeoutMs);
      this.#waiters.push(waiter);
    });
  }

  #notifyWaiters(): void {
    for (const waiter of this.#waiters) if (this.#isAt(waiter.epoch, waiter.seq)) waiter.done(true);
  }
}

const opening = '\ndata: {"type":"data","data":{';

function initialEventOf({ kind, text }: StreamEvent): InitialEvent {
  const start = text.indexOf(opening) + opening.length;
  return { kind, members: text.slice(start, text.lastIndexOf(`,"type":"${kind}"`)) };
}
