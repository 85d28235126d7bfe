import { randomBytes } from 'node:crypto';
import type { KvWatchEntry } from '@nats-io/kv';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import type { EventStream } from '../events/event-stream.js';
import type { HostLog } from '../host.js';
import type { RequestListener } from '../http/engines/engine.js';
import { type AppMessage, Attendance, type RelayRecord, relayExpiryMs } from './attendance.js';
import { EventLog } from './event-log.js';
import { NatsLink, pause } from './link.js';
import { Names } from './names.js';
import { addressOf, NatsError, type NatsOptions } from './options.js';
import { loadNats, type NatsPackages } from './packages.js';
import { answerRequests, type HostRecord, messageLimit } from './requests.js';

/** Bytes of events that JetStream keeps for relays that come, and apps that come back. */
const keptBytes = 32 * 1024 * 1024;
/** In which JetStream knows a message again, in milliseconds. */
const knownAgainMs = 120_000;
const appendMs = 5000;
/** The end is told to relays, but for no longer than this, in milliseconds. */
const goodbyeMs = 1000;

/** What of a service is published. */
export interface PublisherPorts {
  readonly stream: EventStream;
  readonly log: Pick<HostLog, 'write'>;
  /** Answers requests with the rights, limits and errors of HTTP. */
  readonly listener: RequestListener;
}

/**
 * Publishes a service that runs over NATS, for relays: its events as they go out, into a stream of JetStream, and answers to
 * requests as a NATS service. The host needs no open port for it, and never waits.
 */
export class Publisher {
  readonly #ports: PublisherPorts;
  readonly #packages: NatsPackages;
  readonly #names: Names;
  readonly #epoch: string;
  readonly #link: NatsLink;
  readonly #events: EventLog;
  readonly #attendance: Attendance;
  readonly #sweeping: NodeJS.Timeout;
  #isServing = false;
  #watching: { stop(): void } | undefined;
  #isDropSaid = false;

  constructor(names: Names, packages: NatsPackages, options: NatsOptions, ports: PublisherPorts) {
    const { stream, log } = ports;
    this.#ports = ports;
    this.#packages = packages;
    this.#names = names;
    this.#epoch = stream.epoch;
    this.#link = new NatsLink(packages, options, {
      log: (level, message) => log.write(level, message),
      onConnected: (connection) => this.#connected(connection),
    });
    this.#events = new EventLog(this.#epoch, randomBytes(9).toString('base64url'), {
      ready: async () => {
        await this.#link.up;
        return messageLimit(this.#link.connection);
      },
      append: (message, id) => this.#append(message, id),
      failed: () => this.#failed(),
      dropped: () => this.#sayDropped(),
    });
    this.#attendance = new Attendance(stream, () => performance.now());
    this.#sweeping = setInterval(() => this.#attendance.sweep(), relayExpiryMs / 3).unref();
    this.#events.mark('started', stream.seq);
    stream.publishTo(this.#events);
  }

  /** Begins to look for NATS. @throws NatsError for credentials that cannot be read */
  start(): Promise<void> {
    return this.#link.start();
  }

  /** Tells relays that the host ends, for a second at most, and lets go of NATS. */
  async stop(): Promise<void> {
    const { stream } = this.#ports;
    stream.publishTo(undefined);
    clearInterval(this.#sweeping);
    this.#watching?.stop();
    this.#events.mark('ended', stream.seq);
    if (this.#link.connection !== undefined) await Promise.race([this.#events.idle, pause(goodbyeMs)]);
    this.#events.stop();
    await this.#link.stop();
    this.#attendance.clear();
  }

  /** What has to be there at NATS; also after each time that it was away, since it may be another one. */
  async #connected(connection: NatsConnection): Promise<void> {
    await this.#refuseAnother(connection);
    await this.#ensureStream(connection);
    await this.#watchRelays(connection);
    if (this.#isServing) return;
    this.#isServing = true;
    await answerRequests(this.#packages, connection, this.#names, {
      listener: this.#ports.listener,
      record: () => this.#record(),
    });
    connection.subscribe(this.#names.apps, { callback: (_error, message) => this.#appChanged(message) });
  }

  #record(): HostRecord {
    const { seq, application } = this.#ports.stream;
    return { epoch: this.#epoch, seq, application };
  }

  /** Two hosts of one name would answer in turn. */
  async #refuseAnother(connection: NatsConnection): Promise<void> {
    let other: HostRecord;
    try {
      other = (await connection.request(this.#names.ping, '', { timeout: 1000 })).json<HostRecord>();
    } catch {
      return;
    }
    if (other.epoch === this.#epoch) return;
    throw new NatsError(
      `Another host, ${JSON.stringify(other.application)}, is published by this name: give one of them another with --nats-name`,
    );
  }

  async #ensureStream(connection: NatsConnection): Promise<void> {
    const { jetstream, transport } = this.#packages;
    const { streams } = await jetstream.jetstreamManager(connection);
    const limits = { max_bytes: keptBytes, duplicate_window: transport.nanos(knownAgainMs) };
    const { stream: name, events } = this.#names;
    try {
      // Nothing happens where it is there, and is as it should be.
      await streams.add({ name, subjects: [events], discard: jetstream.DiscardPolicy.Old, ...limits });
    } catch (error) {
      if (!/already in use/.test((error as Error).message)) throw error;
      await streams.update(name, limits);
    }
  }

  async #watchRelays(connection: NatsConnection): Promise<void> {
    this.#watching?.stop();
    const bucket = await new this.#packages.kv.Kvm(connection).create(this.#names.bucket, {
      ttl: relayExpiryMs,
      history: 1,
    });
    const entries = await bucket.watch();
    this.#watching = entries;
    void (async () => {
      for await (const entry of entries) this.#relayHeard(entry);
    })().catch(() => {});
  }

  #relayHeard(entry: KvWatchEntry): void {
    try {
      if (entry.operation === 'PUT') this.#attendance.recorded(entry.key, entry.json<RelayRecord>());
      else this.#attendance.gone(entry.key);
    } catch {
      // Not a relay of ours.
    }
  }

  #appChanged(message: Msg): void {
    try {
      this.#attendance.changed(message.json<AppMessage>());
    } catch {
      // Not a relay of ours.
    }
  }

  async #append(message: Uint8Array, msgID: string): Promise<void> {
    const { connection } = this.#link;
    if (connection === undefined) throw new NatsError('NATS is away');
    const { jetstream } = this.#packages;
    await jetstream.jetstream(connection).publish(this.#names.events, message, { msgID, timeout: appendMs });
  }

  /** The stream may be gone, with the disk of a server that was set up anew. */
  async #failed(): Promise<void> {
    await pause(500);
    const { connection } = this.#link;
    if (connection !== undefined) await this.#ensureStream(connection).catch(() => {});
  }

  #sayDropped(): void {
    if (this.#isDropSaid) return;
    this.#isDropSaid = true;
    this.#ports.log.write(
      'Warning',
      'NATS has taken no events for so long that they were dropped: apps at relays will find a gap',
    );
  }
}

/**
 * Loads what NATS needs, and looks at the options.
 * @returns what makes a publisher of a service that runs
 * @throws NatsError for options that are wrong, and packages that are not there
 */
export async function preparePublishing(options: NatsOptions): Promise<(ports: PublisherPorts) => Publisher> {
  const names = new Names(options.name);
  addressOf(options.servers);
  const packages = await loadNats();
  return (ports) => new Publisher(names, packages, options, ports);
}
