import type { NatsConnection } from '@nats-io/transport-node';
import type { Names } from '../service/nats/nats-options.js';
import type { HostRecord } from '../service/nats/request-responder.js';

/** Interval of pings to the host, in milliseconds. */
const pingMs = 3000;
/** Number of failed pings after which the host counts as gone; a host that only lost its connection is back sooner. */
const maxMissedPings = 4;

export interface HostWatchPorts {
  /** Undefined while NATS is unreachable. */
  readonly connection: () => NatsConnection | undefined;
  /** Called once whenever the host is gone. */
  readonly onGone: () => void;
  /**
   * Called when another start of the host answers. The previous one last answered at `lastSeen` (`performance.now()`).
   */
  readonly onReplaced: (lastSeen: number) => void;
}

/** Pings the host, keeps its record, and detects that it is gone. */
export class HostWatch {
  readonly #names: Names;
  readonly #ports: HostWatchPorts;
  readonly #timer: NodeJS.Timeout;
  #missed = 0;
  #record: HostRecord | undefined;
  #lastSeen = 0;

  constructor(names: Names, ports: HostWatchPorts) {
    this.#names = names;
    this.#ports = ports;
    this.#timer = setInterval(() => void this.ask(ports.connection()), pingMs).unref();
  }

  /** Maximum size of a request body in bytes; undefined before the first answer. */
  get bodyLimit(): number | undefined {
    return this.#record?.bodyLimit;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async ask(connection: NatsConnection | undefined): Promise<void> {
    if (connection === undefined) return;
    const asked = performance.now();
    try {
      const answer = await connection.request(this.#names.ping, '', { timeout: pingMs });
      const before = this.#record;
      this.#record = answer.json<HostRecord>();
      this.#missed = 0;
      const lastSeen = this.#lastSeen;
      this.#lastSeen = asked;
      if (before !== undefined && before.epoch !== this.#record.epoch) this.#ports.onReplaced(lastSeen);
    } catch (error) {
      // A host that is slow, or cut off from this relay, is not gone.
      if (!/no responders/i.test((error as Error).message)) return;
      if (++this.#missed === maxMissedPings) this.#ports.onGone();
    }
  }
}
