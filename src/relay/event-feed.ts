import type { ConsumerMessages } from '@nats-io/jetstream';
import { decodeEvents, type EventMessage } from '../service/nats/event-messages.js';
import { type NatsLink, pause } from '../service/nats/link.js';
import { MessageJoiner } from '../service/nats/message.js';
import type { Names } from '../service/nats/options.js';
import type { NatsPackages } from '../service/nats/packages.js';

/** Between tries to read a stream that is not there, in milliseconds. */
const retryMs = 500;

/** Reads what a host has published, from the oldest that JetStream keeps, and goes on wherever it was broken off. */
export class EventFeed {
  readonly #packages: NatsPackages;
  readonly #names: Names;
  readonly #link: NatsLink;
  readonly #take: (message: EventMessage) => void;
  readonly #warn: (message: string) => void;
  readonly #joiner = new MessageJoiner();
  /** When the stream was made that is read, and how far. */
  #created = '';
  #read = 0;
  #messages: ConsumerMessages | undefined;
  #isStopped = false;
  /** Of messages that make no sense one after the other, one is told. */
  #hasWarned = false;

  constructor(
    packages: NatsPackages,
    names: Names,
    link: NatsLink,
    take: (message: EventMessage) => void,
    warn: (message: string) => void,
  ) {
    this.#packages = packages;
    this.#names = names;
    this.#link = link;
    this.#take = take;
    this.#warn = warn;
  }

  /** Reads until `stop`. */
  async run(): Promise<void> {
    while (!this.#isStopped) {
      await this.#link.up;
      try {
        await this.#readOn();
      } catch {
        // No host has published yet, or NATS is away: both are said elsewhere.
      }
      await pause(retryMs);
    }
  }

  /** The connection was lost: reading begins again where it was, once it is back. */
  restart(): void {
    this.#messages?.stop();
  }

  stop(): void {
    this.#isStopped = true;
    this.#messages?.stop();
  }

  async #readOn(): Promise<void> {
    const { connection } = this.#link;
    if (connection === undefined) return;
    const { jetstream, jetstreamManager, DeliverPolicy } = this.#packages.jetstream;
    const manager = await jetstreamManager(connection);
    const { created, state } = await manager.streams.info(this.#names.stream);
    if (created !== this.#created || state.last_seq < this.#read) {
      this.#created = created;
      this.#read = 0;
    }
    const consumer = await jetstream(connection).consumers.get(this.#names.stream, {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: this.#read + 1,
    });
    this.#messages = await consumer.consume({ max_messages: 1000, abort_on_missing_resource: true });
    for await (const message of this.#messages) {
      this.#read = message.seq;
      this.#takeMessage(message.data);
    }
  }

  #takeMessage(data: Uint8Array): void {
    try {
      const whole = this.#joiner.add(data);
      if (whole === undefined) return;
      this.#take(decodeEvents(whole));
      this.#hasWarned = false;
    } catch (error) {
      if (!this.#hasWarned) this.#warn(`A message of the host was left out: ${(error as Error).message}`);
      this.#hasWarned = true;
    }
  }
}
