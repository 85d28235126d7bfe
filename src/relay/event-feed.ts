import type { ConsumerMessages } from '@nats-io/jetstream';
import { decodeEvents, type EventMessage } from '../service/nats/event-messages.js';
import { MessageJoiner } from '../service/nats/message.js';
import { type NatsLink, pause } from '../service/nats/nats-link.js';
import type { Names } from '../service/nats/nats-options.js';
import type { NatsPackages } from '../service/nats/packages.js';

/** Delay between attempts to read a missing stream, in milliseconds. */
const retryMs = 500;

export interface EventFeedPorts {
  readonly packages: NatsPackages;
  readonly names: Names;
  readonly link: NatsLink;
  /** Receives the messages of the host, in order. */
  readonly onMessage: (message: EventMessage) => void;
  readonly onWarning: (message: string) => void;
}

/** Reads the events of a host, from the oldest that JetStream has kept, and continues after interruptions. */
export class EventFeed {
  readonly #ports: EventFeedPorts;
  readonly #joiner = new MessageJoiner();
  /** The creation time of the current stream, and the last sequence number that was read. */
  #created = '';
  #read = 0;
  #messages: ConsumerMessages | undefined;
  #isStopped = false;
  /** Only the first of several consecutive invalid messages is logged. */
  #hasWarned = false;

  constructor(ports: EventFeedPorts) {
    this.#ports = ports;
  }

  /** Reads until `stop`. */
  async run(): Promise<void> {
    while (!this.#isStopped) {
      await this.#ports.link.up;
      try {
        await this.#readOn();
      } catch {
        // No host has published yet, or NATS is unreachable; both are logged elsewhere.
      }
      await pause(retryMs);
    }
  }

  /** Ends the current read after a lost connection; `run` continues it. */
  restart(): void {
    this.#messages?.stop();
  }

  stop(): void {
    this.#isStopped = true;
    this.#messages?.stop();
  }

  async #readOn(): Promise<void> {
    const { packages, names, link } = this.#ports;
    const { connection } = link;
    if (connection === undefined) return;
    const { jetstream, jetstreamManager, DeliverPolicy } = packages.jetstream;
    const manager = await jetstreamManager(connection);
    const { created, state } = await manager.streams.info(names.stream);
    if (created !== this.#created || state.last_seq < this.#read) {
      this.#created = created;
      this.#read = 0;
    }
    const consumer = await jetstream(connection).consumers.get(names.stream, {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: this.#read + 1,
    });
    this.#messages = await consumer.consume({ max_messages: 1000, abort_on_missing_resource: true });
    for await (const message of this.#messages) {
      this.#read = message.seq;
      this.#receiveMessage(message.data);
    }
  }

  #receiveMessage(data: Uint8Array): void {
    try {
      const whole = this.#joiner.add(data);
      if (whole === undefined) return;
      this.#ports.onMessage(decodeEvents(whole));
      this.#hasWarned = false;
    } catch (error) {
      if (!this.#hasWarned)
        this.#ports.onWarning(`Ignored an invalid message of the host: ${(error as Error).message}`);
      this.#hasWarned = true;
    }
  }
}
