import type { NatsConnection } from '@nats-io/transport-node';
import { platform } from '../common/platform.js';
import { endsWithin } from '../common/time-limit.js';
import { type NatsKeys, readKeys } from './keys.js';
import { addressOf, type NatsAddress, type NatsOptions } from './nats-options.js';
import type { NatsPackages } from './packages.js';

/** Delay between attempts to reach NATS, in milliseconds. */
const retryMs = 1000;
const connectMs = 5000;
/** Interval of pings in milliseconds; after two without an answer the connection counts as lost. */
const pingMs = 4000;
/** Maximum milliseconds that `stop` waits for the last messages, and for the connection to close. */
const farewellMs = 1000;

export interface LinkPorts {
  readonly log: (level: 'Log' | 'Warning' | 'Error', message: string) => void;
  /** Called when the connection is established or restored. A rejection is logged, and it is called again. */
  readonly onConnected: (connection: NatsConnection) => Promise<void>;
  /** Called when the connection is lost. */
  readonly onLost?: () => void;
}

/**
 * The connection to NATS, which reconnects until it is stopped. Users must check `connection` before they send, since
 * messages to a lost connection would accumulate without limit.
 */
export class NatsLink {
  readonly #packages: NatsPackages;
  readonly #address: NatsAddress;
  readonly #options: NatsOptions;
  readonly #ports: LinkPorts;
  #connection: NatsConnection | undefined;
  #isUp = false;
  #isStopped = false;
  /** Warnings since the last connection, each logged once. */
  readonly #logged = new Set<string>();
  #isPreparing = false;
  /** Number of losses and reconnections; preparation is repeated if it changes in the meantime. */
  #changes = 0;
  readonly #stopped: Promise<void>;
  #stop = () => {};
  #onUp: (() => void)[] = [];

  /** @throws NatsError for invalid server URLs */
  constructor(packages: NatsPackages, options: NatsOptions, ports: LinkPorts) {
    this.#address = addressOf(options.servers);
    this.#packages = packages;
    this.#options = options;
    this.#ports = ports;
    this.#stopped = new Promise((resolve) => {
      this.#stop = resolve;
    });
  }

  /** Undefined while NATS is unreachable. */
  get connection(): NatsConnection | undefined {
    return this.#isUp ? this.#connection : undefined;
  }

  /** Resolves when NATS is reachable, or the link is stopped. */
  get up(): Promise<unknown> {
    if (this.#isUp) return Promise.resolve();
    return Promise.race([this.#stopped, new Promise<void>((resolve) => this.#onUp.push(resolve))]);
  }

  /** Starts to connect. @throws NatsError for credentials or certificates that are unreadable or invalid */
  async start(): Promise<void> {
    void this.#connect(await readKeys(this.#packages, this.#options));
  }

  /** Sends the last messages, for at most a second, and closes the connection. */
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

  /** Prepares the connection again after a change at NATS; until then it counts as unreachable. */
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
        this.#warnOnce(`Cannot reach NATS; retrying: ${connectErrorText(error as Error)}`);
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
    this.#warnOnce('Lost the connection to NATS; reconnecting');
    this.#ports.onLost?.();
  }

  /** Prepares everything at NATS; only then the connection counts as reachable. */
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

/** Returns the reason of a failed connection, and the fix if it is known. */
function connectErrorText({ name, message }: Error): string {
  if (name === 'AuthorizationError' || /authorization|authentication/i.test(message))
    return `${message}; give user:password@ or token@ in --nats, or --nats-credentials`;
  if (/certificate/i.test(message)) return `${message}; give the certificate of its authority with --nats-ca`;
  return message;
}

function prepareErrorText({ name, message }: Error): string {
  if (name === 'NatsError') return message;
  if (/jetstream/i.test(`${name} ${message}`) && /not enabled|no responders/i.test(message))
    return `NATS has no JetStream, which keeps the events; start it with nats-server -js (${message})`;
  return `NATS rejected a request; retrying: ${message}`;
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    platform.setTimeout(resolve, ms).unref();
  });
}
