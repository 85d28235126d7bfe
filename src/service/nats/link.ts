import type { NatsConnection } from '@nats-io/transport-node';
import { platform } from '../common/platform.js';
import { endsWithin } from '../common/time-limit.js';
import { type NatsKeys, readKeys } from './keys.js';
import { addressOf, type NatsAddress, type NatsOptions } from './options.js';
import type { NatsPackages } from './packages.js';

/** Between tries to reach NATS, in milliseconds. */
const retryMs = 1000;
const connectMs = 5000;
/** A connection that does not answer for two of these is taken for lost, in milliseconds. */
const pingMs = 4000;
/** NATS may be told something before the end, but not for longer, in milliseconds. */
const farewellMs = 1000;

export interface LinkPorts {
  readonly log: (level: 'Log' | 'Warning' | 'Error', message: string) => void;
  /** The connection is there, or there again. What it rejects with is logged, and it is called again. */
  readonly onConnected: (connection: NatsConnection) => Promise<void>;
  /** The connection is lost; it will be there again, or not. */
  readonly onLost?: () => void;
}

/**
 * The connection to NATS: tried until it is there, and again whenever it is lost. Whoever uses it looks at `connection` first,
 * since what is sent meanwhile would wait without a bound.
 */
export class NatsLink {
  readonly #packages: NatsPackages;
  readonly #address: NatsAddress;
  readonly #options: NatsOptions;
  readonly #ports: LinkPorts;
  #connection: NatsConnection | undefined;
  #isUp = false;
  #isStopped = false;
  /** What was said since it was there last. */
  readonly #logged = new Set<string>();
  #isPreparing = false;
  /** How often the connection was lost or came back: what was prepared before that is prepared again. */
  #changes = 0;
  readonly #stopped: Promise<void>;
  #stop = () => {};
  #onUp: (() => void)[] = [];

  /** @throws NatsError for servers that are none */
  constructor(packages: NatsPackages, options: NatsOptions, ports: LinkPorts) {
    this.#address = addressOf(options.servers);
    this.#packages = packages;
    this.#options = options;
    this.#ports = ports;
    this.#stopped = new Promise((resolve) => {
      this.#stop = resolve;
    });
  }

  /** Undefined while NATS is away. */
  get connection(): NatsConnection | undefined {
    return this.#isUp ? this.#connection : undefined;
  }

  /** Resolves once NATS is there, and when the link is stopped. */
  get up(): Promise<unknown> {
    if (this.#isUp) return Promise.resolve();
    return Promise.race([this.#stopped, new Promise<void>((resolve) => this.#onUp.push(resolve))]);
  }

  /** Begins to try. @throws NatsError for credentials or certificates that cannot be read, or are none */
  async start(): Promise<void> {
    void this.#connect(await readKeys(this.#packages, this.#options));
  }

  /** Says what is left to say, for a second at most, and closes. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stop();
    const connection = this.#connection;
    if (connection === undefined) return;
    if (this.#isUp)
      await endsWithin(
        farewellMs,
        connection.flush().catch(() => {}),
      );
    this.#isUp = false;
    await endsWithin(
      farewellMs,
      connection.close().catch(() => {}),
    );
  }

  /** What is needed at NATS is not as it was: it counts as away until all is made ready again. */
  renew(): void {
    this.#changes++;
    const { connection } = this;
    if (connection === undefined) return;
    this.#isUp = false;
    this.#ports.onLost?.();
    void this.#prepareAll(connection);
  }

  async #connect({ authenticator, ca }: NatsKeys): Promise<void> {
    const { transport } = this.#packages;
    const { isTls, ...address } = this.#address;
    while (!this.#isStopped && this.#connection === undefined) {
      try {
        const connection = await transport.connect({
          ...address,
          servers: [...address.servers],
          ...((isTls || ca !== undefined) && { tls: ca === undefined ? {} : { ca } }),
          ...(authenticator && { authenticator }),
          name: 'sim-host',
          timeout: connectMs,
          maxReconnectAttempts: -1,
          reconnectTimeWait: retryMs,
          pingInterval: pingMs,
          maxPingOut: 2,
          ignoreAuthErrorAbort: true,
        });
        this.#connection = connection;
        if (this.#isStopped) return void connection.close().catch(() => {});
      } catch (error) {
        this.#warnOnce(`NATS cannot be reached, and is tried again: ${connectErrorText(error as Error)}`);
        await Promise.race([pause(retryMs), this.#stopped]);
      }
    }
    const connection = this.#connection;
    if (connection === undefined) return;
    void this.#follow(connection);
    await this.#prepareAll(connection);
  }

  async #follow(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') this.#lost();
      if (type === 'reconnect') void this.#prepareAll(connection);
    }
  }

  #lost(): void {
    this.#changes++;
    if (this.#isStopped || !this.#isUp) return;
    this.#isUp = false;
    this.#warnOnce('The connection to NATS is lost, and is tried again');
    this.#ports.onLost?.();
  }

  /** It counts as there once everything that is needed at it is. */
  async #prepareAll(connection: NatsConnection): Promise<void> {
    this.#changes++;
    if (this.#isPreparing) return;
    this.#isPreparing = true;
    await this.#prepare(connection);
    this.#isPreparing = false;
    if (this.#isStopped) return;
    this.#isUp = true;
    this.#logged.clear();
    this.#ports.log('Log', `Connected to NATS at ${connection.getServer()}`);
    for (const notify of this.#onUp.splice(0)) notify();
  }

  async #prepare(connection: NatsConnection): Promise<void> {
    while (!this.#isStopped && !connection.isClosed()) {
      const changes = this.#changes;
      try {
        await this.#ports.onConnected(connection);
        if (changes === this.#changes) return;
      } catch (error) {
        this.#warnOnce(prepareErrorText(error as Error));
        await Promise.race([pause(retryMs), this.#stopped]);
      }
    }
  }

  #warnOnce(message: string): void {
    if (!this.#logged.has(message)) this.#ports.log('Warning', message);
    this.#logged.add(message);
  }
}

/** Why a connection does not come to be, with what to do about it where that is known. */
function connectErrorText({ name, message }: Error): string {
  if (name === 'AuthorizationError' || /authorization|authentication/i.test(message))
    return `${message}: give user:password@ or token@ in --nats, or --nats-credentials`;
  if (/certificate/i.test(message))
    return `${message}: give the certificate of who signed its own with --nats-ca`;
  return message;
}

function prepareErrorText({ name, message }: Error): string {
  if (name === 'NatsError') return message;
  if (/jetstream/i.test(`${name} ${message}`) && /not enabled|no responders/i.test(message))
    return `NATS has no JetStream, which keeps the events: start it with nats-server -js (${message})`;
  return `NATS does not do what is asked of it, and is asked again: ${message}`;
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    platform.setTimeout(resolve, ms).unref();
  });
}
