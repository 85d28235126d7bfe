import { randomBytes } from 'node:crypto';
import type { KV, KvWatchEntry } from '@nats-io/kv';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import type { EventStream } from '../events/event-stream.js';
import type { HostLog } from '../host.js';
import type { RequestListener } from '../http/engines/engine.js';
import { platform } from '../platform.js';
import { endsWithin } from '../time-limit.js';
import { Attendance, sweepMs } from './attendance.js';
import { openBucket, whenMade } from './bucket.js';
import { Claim, isClaim } from './claim.js';
import { EventLog } from './event-log.js';
import { JetStreamLog } from './jetstream-log.js';
import { NatsLink } from './link.js';
import { Names } from './names.js';
import { addressOf, type NatsOptions } from './options.js';
import { loadNats, type NatsPackages } from './packages.js';
import { announce, type HostRecord } from './requests.js';

/** The end is told to relays, but for no longer than this, in milliseconds. */
const goodbyeMs = 1000;

/** What of a service is published. */
export interface PublisherPorts {
  readonly stream: EventStream;
  readonly log: Pick<HostLog, 'write'>;
  /** Answers requests with the rights, limits and errors of HTTP. */
  readonly listener: RequestListener;
  /** Most bytes of a request body: relays refuse more of it before it is on its way. */
  readonly bodyLimit: number;
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
  readonly #claim: Claim;
  readonly #log: JetStreamLog;
  readonly #events: EventLog;
  readonly #attendance: Attendance;
  readonly #sweeping: NodeJS.Timeout;
  /** Ends what goes on at NATS. */
  #onWithdraw: (() => void)[] = [];
  /** The keys of the relays, and when they were made. */
  #bucket: { readonly keys: KV; readonly made: string | undefined } | undefined;
  /** There were apps at relays when NATS was lost. */
  #hadApps = false;

  constructor(names: Names, packages: NatsPackages, options: NatsOptions, ports: PublisherPorts) {
    const { stream, log } = ports;
    this.#ports = ports;
    this.#packages = packages;
    this.#names = names;
    this.#epoch = stream.epoch;
    this.#claim = new Claim(this.#epoch, names);
    this.#link = new NatsLink(packages, options, {
      log: (level, message) => log.write(level, message),
      onConnected: (connection) => this.#connected(connection),
      onLost: () => {
        this.#hadApps = this.#attendance.apps > 0;
        this.#withdraw();
      },
    });
    this.#log = new JetStreamLog(packages, names, this.#link, {
      onAstray: () => this.#events.mark('leapt', stream.seq),
      warn: (message) => log.write('Warning', message),
    });
    this.#events = new EventLog(this.#epoch, randomBytes(9).toString('base64url'), this.#log);
    this.#attendance = new Attendance(
      {
        joined: (clientId) => stream.noteRelayStreamOpened(clientId),
        parted: (clientId) => stream.noteRelayStreamClosed(clientId),
        missed: (relay) => this.#link.connection?.publish(names.tell, relay),
      },
      platform.now,
    );
    this.#sweeping = platform.setInterval(() => this.#sweep(), sweepMs).unref();
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
    platform.clearInterval(this.#sweeping);
    this.#events.mark('ended', stream.seq);
    if (this.#link.connection !== undefined) await endsWithin(goodbyeMs, this.#events.idle);
    this.#events.stop();
    this.#withdraw();
    await this.#link.stop();
    this.#attendance.clear();
  }

  /** What has to be there at NATS; also after each time that it was away, since it may be another one. */
  async #connected(connection: NatsConnection): Promise<void> {
    this.#withdraw();
    try {
      const bucket = await openBucket(this.#packages, connection, this.#names);
      this.#bucket = { keys: bucket, made: await whenMade(this.#packages, bucket) };
      await this.#claim.make(connection, bucket);
      await this.#log.ensure(connection);
      await this.#serve(connection, bucket);
    } catch (error) {
      this.#withdraw();
      throw error;
    }
    // What they have told meanwhile was not heard.
    connection.publish(this.#names.tell);
  }

  async #serve(connection: NatsConnection, bucket: KV): Promise<void> {
    const service = await announce(this.#packages, connection, this.#names, {
      listener: this.#ports.listener,
      record: () => this.#record(),
      onException: (error) =>
        this.#ports.log.write('Error', `A request over NATS: ${(error as Error)?.stack ?? error}`),
    });
    this.#onWithdraw.push(() => void service.stop().catch(() => {}));
    await this.#claim.confirm(bucket);
    service.answer();
    const apps = connection.subscribe(this.#names.apps, {
      callback: (_error, message) => this.#appChanged(message),
    });
    this.#onWithdraw.push(() => apps.unsubscribe());
    const entries = await bucket.watch();
    this.#onWithdraw.push(() => entries.stop());
    void (async () => {
      for await (const entry of entries) this.#relayHeard(entry);
    })().catch(() => {});
  }

  /** Whoever comes in its place while NATS is away must not find it there when it comes back. */
  #withdraw(): void {
    for (const end of this.#onWithdraw.splice(0)) end();
  }

  #record(): HostRecord {
    const { stream, bodyLimit } = this.#ports;
    const { seq, application } = stream;
    return { epoch: this.#epoch, seq, application, bodyLimit };
  }

  #relayHeard(entry: KvWatchEntry): void {
    const { key, value, operation } = entry;
    if (isClaim(key)) return this.#claimHeard(entry);
    try {
      if (operation === 'PUT') this.#attendance.heardOf(key, value);
      else this.#attendance.gone(key);
    } catch {
      // Not a relay of ours.
    }
  }

  /** A host that has answered nothing for a while was taken for gone: once another has its place, it answers no more. */
  #claimHeard(entry: KvWatchEntry): void {
    if (entry.operation === 'PUT' && !this.#claim.isOurs(entry.string())) this.#link.renew();
  }

  #appChanged(message: Msg): void {
    try {
      this.#attendance.changed(message.json());
    } catch {
      // Not a relay of ours.
    }
  }

  /** Apps that cannot be heard of while NATS is away are gone, but what happens waits for them as long as there is room. */
  #sweep(): void {
    const { connection } = this.#link;
    if (connection === undefined && this.#hadApps && !this.#log.hasDropped)
      this.#ports.stream.expectSubscriber();
    this.#attendance.sweep();
    // Nobody reads a stream that is gone, and where nothing happens nobody would make it anew.
    if (connection === undefined) return;
    void this.#log.ensure(connection).catch(() => {});
    void this.#followBucket().catch(() => {});
  }

  /** Of keys that somebody has deleted nothing is heard any more, also once they are made anew. */
  async #followBucket(): Promise<void> {
    const bucket = this.#bucket;
    if (bucket === undefined || (await whenMade(this.#packages, bucket.keys)) === bucket.made) return;
    // Unless all is made ready again already.
    if (bucket === this.#bucket) this.#link.renew();
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
