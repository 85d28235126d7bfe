import { randomBytes } from 'node:crypto';
import type { NatsConnection } from '@nats-io/transport-node';
import type { EventPublisher } from '../events/event-publisher.js';
import type { StreamEvent } from '../events/stream-event.js';
import { encodeEvents, encodeMark, type MarkKind } from './event-messages.js';
import { messageLimit, splitMessage } from './message.js';
import { type NatsLink, pause } from './nats-link.js';
import { type Names, NatsError } from './nats-options.js';
import type { NatsPackages } from './packages.js';

/** Maximum number of characters of events that wait while NATS accepts none. */
const maxWaitingCharacters = 8 * 1024 * 1024;
/** Maximum number of characters of a message that combines several flushes. */
const maxMessageCharacters = 512 * 1024;
/** Bytes of events that JetStream keeps for new relays and reconnecting apps. */
const keptBytes = 32 * 1024 * 1024;
/** Milliseconds for which JetStream recognizes a message that is sent again. */
const duplicateWindowMs = 120_000;
const appendMs = 5000;
const retryMs = 500;

export interface JetStreamEventsPorts {
  /** Identifies this start of the host. */
  readonly epoch: string;
  /** Returns the number of the newest event. */
  seq(): number;
  warn(message: string): void;
}

type Entry = readonly StreamEvent[] | { readonly mark: MarkKind; readonly seq: number };

/**
 * Publishes each flush once and in order to a stream of JetStream; flushes that happen during a publication are
 * combined. While NATS accepts nothing they wait, up to a limit, and are then dropped: apps at relays find a gap. The
 * host never waits.
 */
export class JetStreamEvents implements EventPublisher {
  readonly #packages: NatsPackages;
  readonly #names: Names;
  readonly #link: NatsLink;
  readonly #ports: JetStreamEventsPorts;
  readonly #limit: number;
  /** Prefix of message ids, by which JetStream recognizes a repeated message. */
  readonly #nonce = randomBytes(9).toString('base64url');
  #messages = 0;
  #waiting: Entry[] = [];
  #characters = 0;
  #isSending = false;
  #isStopped = false;
  #onIdle: (() => void)[] = [];
  #isFailureLogged = false;
  #hasDropped = false;
  /** The number of the last message in the stream; undefined while one is in flight, or may have arrived. */
  #last: number | undefined;

  constructor(
    packages: NatsPackages,
    names: Names,
    link: NatsLink,
    ports: JetStreamEventsPorts,
    limit = maxWaitingCharacters,
  ) {
    this.#packages = packages;
    this.#names = names;
    this.#link = link;
    this.#ports = ports;
    this.#limit = limit;
  }

  /** True after events were dropped, until later ones are accepted. */
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

  /** Resolves when nothing waits and the current message was tried. */
  get idle(): Promise<void> {
    if (!this.#isSending) return Promise.resolve();
    return new Promise((resolve) => this.#onIdle.push(resolve));
  }

  /** Drops all waiting events, and ignores later ones. */
  stop(): void {
    this.#isStopped = true;
    this.#waiting = [];
    this.#notifyIdle();
  }

  /**
   * Creates the stream if it is missing.
   * @throws NatsError if the stream has other subjects, since the limits would delete messages of another program
   */
  async ensure(connection: NatsConnection): Promise<void> {
    const { jetstream, transport } = this.#packages;
    const last = this.#last;
    const { streams } = await jetstream.jetstreamManager(connection);
    const limits = { max_bytes: keptBytes, duplicate_window: transport.nanos(duplicateWindowMs) };
    const { stream: name, events } = this.#names;
    const added = streams.add({ name, subjects: [events], discard: jetstream.DiscardPolicy.Old, ...limits });
    // Adding has no effect if the stream exists with these limits.
    const { state } = await added.catch(async (error: Error) => {
      if (!/already in use/.test(error.message)) throw error;
      const { subjects = [] } = (await streams.info(name)).config;
      if (subjects.length !== 1 || subjects[0] !== events)
        throw new NatsError(
          `NATS: the stream "${name}" belongs to another program (subjects: ${subjects.join(', ') || 'none'}); publish under another name`,
        );
      return streams.update(name, limits);
    });
    const isOfAnother = last !== undefined && last === this.#last && last !== state.last_seq;
    // Readers of the stream must learn the number of the newest event.
    if (state.messages === 0 || isOfAnother) this.mark('truncated', this.#ports.seq());
  }

  /** Drops the waiting events and marks the missing numbers, even if no event follows. */
  #drop(seq: number): void {
    this.#waiting = [{ mark: 'truncated', seq }];
    this.#characters = 0;
    if (this.#hasDropped) return;
    this.#hasDropped = true;
    this.#ports.warn(
      'NATS has accepted no events for so long that some were dropped; apps at relays will find a gap',
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
      if (connection === undefined) throw new NatsError('NATS is unreachable');
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

  /** Logs the failure once, waits, and creates the stream again if it is missing, as on a server's new disk. */
  async #failed({ message }: Error): Promise<void> {
    const { connection } = this.#link;
    if (connection !== undefined && !this.#isFailureLogged) {
      this.#isFailureLogged = true;
      this.#ports.warn(
        `NATS rejected the events (${message}); retrying. Apps at relays get no updates until this succeeds`,
      );
    }
    await pause(retryMs);
    if (connection !== undefined) await this.ensure(connection).catch(() => {});
  }

  /** Returns the next message: a mark, or the events of waiting flushes up to the maximum. */
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
