import type { KV } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { platform } from '../common/platform.js';
import { endsWithin } from '../common/time-limit.js';
import type { EventStream } from '../events/event-stream.js';
import type { HostLog } from '../host.js';
import type { RequestListener } from '../http/engines/engine.js';
import { JetStreamEvents } from './jetstream-events.js';
import { NameLease, openBucket } from './name-lease.js';
import { NatsLink } from './nats-link.js';
import { addressOf, Names, type NatsOptions } from './nats-options.js';
import { loadNats, type NatsPackages } from './packages.js';
import { heartbeatMs, RelayPresence } from './relay-presence.js';
import { RequestResponder } from './request-responder.js';

/** Maximum milliseconds that `stop` waits for the last events. */
const farewellMs = 1000;

/** The parts of a service that are published. */
export interface PublisherPorts {
  readonly stream: EventStream;
  readonly log: Pick<HostLog, 'write'>;
  /** Answers requests with the authorization, limits and errors of HTTP. */
  readonly listener: RequestListener;
  /** Maximum size of a request body in bytes; relays refuse larger ones. */
  readonly bodyLimit: number;
}

/**
 * Publishes a running service over NATS for relays: writes its events to a stream of JetStream and answers requests.
 * The host needs no open port for it and never waits.
 */
export class Publisher {
  readonly #ports: PublisherPorts;
  readonly #packages: NatsPackages;
  readonly #names: Names;
  readonly #epoch: string;
  readonly #link: NatsLink;
  readonly #lease: NameLease;
  readonly #events: JetStreamEvents;
  readonly #presence: RelayPresence;
  readonly #sweeping: NodeJS.Timeout;
  /** Functions that end subscriptions at NATS. */
  #onWithdraw: (() => void)[] = [];
  /** True if relays had apps when NATS was lost. */
  #hadRelayApps = false;

  constructor(names: Names, packages: NatsPackages, options: NatsOptions, ports: PublisherPorts) {
    const { stream, log } = ports;
    this.#ports = ports;
    this.#packages = packages;
    this.#names = names;
    this.#epoch = stream.epoch;
    this.#lease = new NameLease(this.#epoch, names);
    this.#link = new NatsLink(packages, options, {
      log: (level, message) => log.write(level, message),
      onConnected: (connection) => this.#connected(connection),
      onLost: () => {
        this.#hadRelayApps = this.#presence.apps > 0;
        this.#withdraw();
      },
    });
    this.#events = new JetStreamEvents(packages, names, this.#link, {
      epoch: this.#epoch,
      seq: () => stream.seq,
      warn: (message) => log.write('Warning', message),
    });
    this.#presence = new RelayPresence(stream, platform.now);
    this.#sweeping = platform.setInterval(() => this.#sweep(), heartbeatMs).unref();
    this.#events.mark('started', stream.seq);
    stream.publishTo(this.#events);
  }

  /** Starts to connect. @throws NatsError for unreadable credentials */
  start(): Promise<void> {
    return this.#link.start();
  }

  /** Publishes the end of the host, for at most a second, and closes the connection. */
  async stop(): Promise<void> {
    const { stream } = this.#ports;
    stream.publishTo(undefined);
    platform.clearInterval(this.#sweeping);
    this.#events.mark('ended', stream.seq);
    if (this.#link.connection !== undefined) await endsWithin(farewellMs, this.#events.idle);
    this.#events.stop();
    this.#withdraw();
    await this.#link.stop();
    this.#presence.clear();
  }

  /** Prepares everything at NATS, after each connection, because the server may be a new one. */
  async #connected(connection: NatsConnection): Promise<void> {
    this.#withdraw();
    try {
      const bucket = await openBucket(this.#packages, connection, this.#names);
      await this.#lease.take(connection, bucket);
      await this.#events.ensure(connection);
      await this.#serve(connection, bucket);
    } catch (error) {
      this.#withdraw();
      throw error;
    }
  }

  async #serve(connection: NatsConnection, bucket: KV): Promise<void> {
    const { stream, bodyLimit, listener, log } = this.#ports;
    const responder = new RequestResponder(connection, this.#names, {
      listener,
      record: () => ({ epoch: this.#epoch, application: stream.application, bodyLimit }),
      onException: (error) => log.write('Error', `A request over NATS: ${(error as Error)?.stack ?? error}`),
    });
    this.#onWithdraw.push(() => responder.stop());
    await this.#lease.confirm(bucket);
    responder.answer();
    const { apps } = this.#names;
    const records = connection.subscribe(`${apps}.*`, {
      callback: (_error, { subject, data }) => this.#recordReceived(subject.slice(apps.length + 1), data),
    });
    this.#onWithdraw.push(() => records.unsubscribe());
    await this.#followLease(bucket);
  }

  /** Stops answering once another host has taken the lease, as happens after this one answered no ping for a while. */
  async #followLease(bucket: KV): Promise<void> {
    const leases = await bucket.watch();
    this.#onWithdraw.push(() => leases.stop());
    void (async () => {
      for await (const entry of leases)
        if (entry.operation === 'PUT' && entry.string() !== this.#epoch) this.#link.renew();
    })().catch(() => {});
  }

  /** Ends all subscriptions at NATS, because another host may take the name while NATS is unreachable. */
  #withdraw(): void {
    for (const end of this.#onWithdraw.splice(0)) end();
  }

  #recordReceived(id: string, message: Uint8Array): void {
    try {
      this.#presence.update(id, message);
    } catch {
      // The record is not from a relay of this service.
    }
  }

  /** Removes silent relays. While NATS is unreachable, events for their apps are recorded as long as none are dropped. */
  #sweep(): void {
    const { connection } = this.#link;
    if (connection === undefined && this.#hadRelayApps && !this.#events.hasDropped)
      this.#ports.stream.expectSubscriber();
    this.#presence.sweep();
    // Without events nothing else would notice a missing stream and create it again.
    if (connection !== undefined) void this.#events.ensure(connection).catch(() => {});
  }
}

/**
 * Loads the packages for NATS and checks the options.
 * @returns a function that creates the publisher of a running service
 * @throws NatsError for invalid options or missing packages
 */
export async function preparePublishing(options: NatsOptions): Promise<(ports: PublisherPorts) => Publisher> {
  const names = new Names(options.name);
  addressOf(options.servers);
  const packages = await loadNats();
  return (ports) => new Publisher(names, packages, options, ports);
}
