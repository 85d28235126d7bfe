import type { NatsConnection } from '@nats-io/transport-node';
import type { Names } from '../service/nats/names.js';

/** How often the host is asked whether it is there, in milliseconds. */
const pingMs = 3000;
/** So many times nobody was there: a host that was cut off comes back before that. */
const tries = 4;

/** Notices that the host is gone without a word: NATS says that nobody answers by its name. */
export class HostWatch {
  readonly #names: Names;
  readonly #connection: () => NatsConnection | undefined;
  readonly #onGone: () => void;
  readonly #timer: NodeJS.Timeout;
  #missed = 0;

  /** @param onGone called once each time that it is gone */
  constructor(names: Names, connection: () => NatsConnection | undefined, onGone: () => void) {
    this.#names = names;
    this.#connection = connection;
    this.#onGone = onGone;
    this.#timer = setInterval(() => void this.#ask(), pingMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #ask(): Promise<void> {
    const connection = this.#connection();
    if (connection === undefined) return;
    try {
      await connection.request(this.#names.ping, '', { timeout: pingMs });
      this.#missed = 0;
    } catch (error) {
      // One that is slow, or cut off from here, is not gone.
      if (!/no responders/i.test((error as Error).message)) return;
      if (++this.#missed === tries) this.#onGone();
    }
  }
}
