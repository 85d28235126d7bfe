import type { NatsConnection } from '@nats-io/transport-node';
import type { EventStore } from './event-log.js';
import { type NatsLink, pause } from './link.js';
import { messageLimit } from './message.js';
import type { Names } from './options.js';
import { NatsError } from './options.js';
import type { NatsPackages } from './packages.js';

/** Bytes of events that JetStream keeps for relays that come, and apps that come back. */
const keptBytes = 32 * 1024 * 1024;
/** In which JetStream knows a message again, in milliseconds. */
const knownAgainMs = 120_000;
const appendMs = 5000;
const againMs = 500;

export interface JetStreamLogPorts {
  /** The stream is there, and empty or ends with another's message: whoever reads it has to be told where the host is. */
  readonly onAstray: () => void;
  readonly warn: (message: string) => void;
}

/** The stream of JetStream that keeps the events, made where it is not there. */
export class JetStreamLog implements EventStore {
  readonly #packages: NatsPackages;
  readonly #names: Names;
  readonly #link: NatsLink;
  readonly #ports: JetStreamLogPorts;
  #isFailureSaid = false;
  #hasDropped = false;
  /** The number of the last message in the stream; undefined where one is under way, or may have come. */
  #last: number | undefined;

  constructor(packages: NatsPackages, names: Names, link: NatsLink, ports: JetStreamLogPorts) {
    this.#packages = packages;
    this.#names = names;
    this.#link = link;
    this.#ports = ports;
  }

  /** True from when events were dropped until others were taken. */
  get hasDropped(): boolean {
    return this.#hasDropped;
  }

  async ready(): Promise<number> {
    await this.#link.up;
    return messageLimit(this.#link.connection);
  }

  async append(message: Uint8Array, msgID: string): Promise<void> {
    const { connection } = this.#link;
    if (connection === undefined) throw new NatsError('NATS is away');
    const { jetstream } = this.#packages;
    this.#last = undefined;
    const options = { msgID, timeout: appendMs };
    const { seq } = await jetstream.jetstream(connection).publish(this.#names.events, message, options);
    this.#last = seq;
    this.#isFailureSaid = false;
    this.#hasDropped = false;
  }

  /** The stream may be gone, with the disk of a server that was set up anew. */
  async failed(error: unknown): Promise<void> {
    const { connection } = this.#link;
    if (connection !== undefined && !this.#isFailureSaid) {
      this.#isFailureSaid = true;
      this.#ports.warn(
        `NATS does not take the events, and is asked again (${(error as Error).message}): apps at relays hear nothing new`,
      );
    }
    await pause(againMs);
    if (connection !== undefined) await this.ensure(connection).catch(() => {});
  }

  dropped(): void {
    if (this.#hasDropped) return;
    this.#hasDropped = true;
    this.#ports.warn(
      'NATS has taken no events for so long that they were dropped: apps at relays will find a gap',
    );
  }

  /** @throws NatsError where something else has a stream of this name, whose messages are not ours to bound */
  async ensure(connection: NatsConnection): Promise<void> {
    const { jetstream, transport } = this.#packages;
    const last = this.#last;
    const { streams } = await jetstream.jetstreamManager(connection);
    const limits = { max_bytes: keptBytes, duplicate_window: transport.nanos(knownAgainMs) };
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
    const isAnothers = last !== undefined && last === this.#last && last !== state.last_seq;
    if (state.messages === 0 || isAnothers) this.#ports.onAstray();
  }
}
