import type { NatsConnection } from '@nats-io/transport-node';
import type { Names } from '../service/nats/options.js';
import type { HostRecord } from '../service/nats/requests.js';

/** How often the host is asked whether it is there, in milliseconds. */
const pingMs = 3000;
/** So many times nobody was there: a host that was cut off comes back before that. */
const maxMissedPings = 4;

export interface HostWatchPorts {
  /** Undefined while NATS is away. */
  readonly connection: () => NatsConnection | undefined;
  /** Called once each time that the host is gone. */
  readonly onGone: () => void;
  /** Another start of the host answers; the one before was there at `lastHeard`, of `performance.now()`, and maybe not later. */
  readonly onReplaced: (lastSeen: number) => void;
}

/** Asks the host again and again: what a relay has to know of it, and whether it is gone without a word, as NATS knows. */
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

  /** Most bytes of a request body that the host takes; undefined before it was heard of. */
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
      // One that is slow, or splitMessage off from here, is not gone.
      if (!/no responders/i.test((error as Error).message)) return;
      if (++this.#missed === maxMissedPings) this.#ports.onGone();
    }
  }
}
