import { randomBytes } from 'node:crypto';
import type { NatsConnection } from '@nats-io/transport-node';
import type { EventPublisher } from '../events/event-publisher.js';
import type { StreamEvent } from '../events/stream-event.js';
import { encodeEvents, encodeMark, type MarkKind } from './event-messages.js';
import { type NatsLink, pause } from './link.js';
import { messageLimit, splitMessage } from './message.js';
import { type Names, NatsError } from './options.js';
import type { NatsPackages } from './packages.js';

/** Characters of events that wait while NATS takes none. */
const maxWaitingCharacters = 8 * 1024 * 1024;
/** A message of events is not made longer than this when several flushes have waited, in characters. */
const maxMessageCharacters = 512 * 1024;
/** Bytes of events that JetStream keeps for relays that come, and apps that come back. */
const keptBytes = 32 * 1024 * 1024;
/** In which JetStream knows a message again, in milliseconds. */
const duplicateWindowMs = 120_000;
const appendMs = 5000;
const retryMs = 500;

export interface EventLogPorts {
  /** Tells the events of this start of the host from those of others. */
  readonly epoch: string;
  /** Number of the newest event. */
  seq(): number;
  warn(message: string): void;
}

type Entry = readonly StreamEvent[] | { readonly mark: MarkKind; readonly seq: number };

/**
 * Publishes what goes out into a stream of JetStream, flush by flush, each once and in order: what happens while a message is on
 * its way goes with the next. While NATS takes nothing it waits, up to a bound, and then is dropped: apps at relays find a gap.
 * The host never waits.
 */
export class EventLog implements EventPublisher {
  readonly #packages: NatsPackages;
  readonly #names: Names;
  readonly #link: NatsLink;
  readonly #ports: EventLogPorts;
  readonly #limit: number;
  /** Begins the ids of messages, by which JetStream knows one again that was sent twice. */
  readonly #nonce = randomBytes(9).toString('base64url');
  #messages = 0;
  #waiting: Entry[] = [];
  #characters = 0;
  #isSending = false;
  #isStopped = false;
  #onIdle: (() => void)[] = [];
  #isFailureLogged = false;
  #hasDropped = false;
  /** The number of the last message in the stream; undefined where one is under way, or may have come. */
  #last: number | undefined;

  constructor(
    packages: NatsPackages,
    names: Names,
    link: NatsLink,
    ports: EventLogPorts,
    limit = maxWaitingCharacters,
  ) {
    this.#packages = packages;
    this.#names = names;
    this.#link = link;
    this.#ports = ports;
    this.#limit = limit;
  }

  /** True from when events were dropped until others were taken. */
  get hasDropped(): boolean {
    return this.#hasDropped;
  }

  publish(events: readonly StreamEvent[]): void {
    if (events.length === 0 || this.#isStopped) return;
    this.#waiting.push(events);
    for (const { text } of events) this.#characters += text.length;
    if (this.#characters > this.#limit) this.#drop(events.at(-1)!.seq);
    this.#send();
  }

  skipTo(seq: number): void {
    this.mark('truncated', seq);
  }

  mark(mark: MarkKind, seq: number): void {
    if (this.#isStopped) return;
    this.#waiting.push({ mark, seq });
    this.#send();
  }

  /** Resolves when nothing waits any more; what is under way has been tried. */
  get idle(): Promise<void> {
    if (!this.#isSending) return Promise.resolve();
    return new Promise((resolve) => this.#onIdle.push(resolve));
  }

  /** Takes nothing any more, and lets go of what waits. */
  stop(): void {
    this.#isStopped = true;
    this.#waiting = [];
    this.#notifyIdle();
  }

  /**
   * Makes the stream where it is not there.
   * @throws NatsError where something else has a stream of this name, whose messages are not ours to bound
   */
  async ensure(connection: NatsConnection): Promise<void> {
    const { jetstream, transport } = this.#packages;
    const last = this.#last;
    const { streams } = await jetstream.jetstreamManager(connection);
    const limits = { max_bytes: keptBytes, duplicate_window: transport.nanos(duplicateWindowMs) };
    const { stream: name, events } = this.#names;
    const added = streams.add({ name, subjects: [events], discard: jetstream.DiscardPolicy.Old, ...limits });
    // Nothing happens where it is there, and is as it should be.
    const { state } = await added.catch(async (error: Error) => {
      if (!/already in use/.test(error.message)) throw error;
      const { subjects = [] } = (await streams.info(name)).config;
      if (subjects.length !== 1 || subjects[0] !== events)
        throw new NatsError(
          `NATS: the stream "${name}" is of something else, with the subjects ${subjects.join(', ') || 'of others'}; publish under another name`,
        );
      return streams.update(name, limits);
    });
    const isOfAnother = last !== undefined && last === this.#last && last !== state.last_seq;
    // Whoever reads it has to be told where the host is.
    if (state.messages === 0 || isOfAnother) this.mark('truncated', this.#ports.seq());
  }

  /** What is dropped leaves a leap in the numbers, which is told also when nothing follows. */
  #drop(seq: number): void {
    this.#waiting = [{ mark: 'truncated', seq }];
    this.#characters = 0;
    if (this.#hasDropped) return;
    this.#hasDropped = true;
    this.#ports.warn(
      'NATS has taken no events for so long that they were dropped: apps at relays will find a gap',
    );
  }

  #send(): void {
    if (this.#isSending) return;
    this.#isSending = true;
    void this.#sendAll().finally(() => {
      this.#isSending = false;
      this.#notifyIdle();
    });
  }

  #notifyIdle(): void {
    for (const notify of this.#onIdle.splice(0)) notify();
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#link.up;
      if (this.#isStopped) return;
      for (const part of splitMessage(this.#takeMessage(), messageLimit(this.#link.connection))) {
        const id = `${this.#nonce}:${++this.#messages}`;
        while (!(await this.#isAppended(part, id))) if (this.#isStopped) return;
      }
    }
  }

  async #isAppended(message: Uint8Array, msgID: string): Promise<boolean> {
    const { connection } = this.#link;
    try {
      if (connection === undefined) throw new NatsError('NATS is away');
      this.#last = undefined;
      const options = { msgID, timeout: appendMs };
      const stream = this.#packages.jetstream.jetstream(connection);
      this.#last = (await stream.publish(this.#names.events, message, options)).seq;
      this.#isFailureLogged = false;
      this.#hasDropped = false;
      return true;
    } catch (error) {
      if (!this.#isStopped) await this.#failed(error as Error);
      return false;
    }
  }

  /** The stream may be gone, with the disk of a server that was set up anew. */
  async #failed({ message }: Error): Promise<void> {
    const { connection } = this.#link;
    if (connection !== undefined && !this.#isFailureLogged) {
      this.#isFailureLogged = true;
      this.#ports.warn(
        `NATS does not take the events, and is asked again (${message}): apps at relays hear nothing new`,
      );
    }
    await pause(retryMs);
    if (connection !== undefined) await this.ensure(connection).catch(() => {});
  }

  /** The next message: a mark, or the events of all flushes that wait, as far as one message should go. */
  #takeMessage(): Uint8Array {
    const first = this.#waiting.shift()!;
    if ('mark' in first) return encodeMark(first.mark, this.#ports.epoch, first.seq);
    const events = [...first];
    let characters = length(first);
    for (;;) {
      const next = this.#waiting[0];
      if (next === undefined || 'mark' in next || next[0]!.seq !== events.at(-1)!.seq + 1) break;
      if (characters + length(next) > maxMessageCharacters) break;
      characters += length(next);
      for (const event of next) events.push(event);
      this.#waiting.shift();
    }
    this.#characters -= characters;
    return encodeEvents(this.#ports.epoch, events);
  }
}

function length(events: readonly StreamEvent[]): number {
  let characters = 0;
  for (const { text } of events) characters += text.length;
  return characters;
}
