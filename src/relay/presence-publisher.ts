import { messageLimit, splitMessage } from '../service/nats/message.js';
import type { NatsLink } from '../service/nats/nats-link.js';
import type { Names } from '../service/nats/nats-options.js';
import { heartbeatMs, type RelayRecord } from '../service/nats/relay-presence.js';

/** Rate limit of records, in bytes per millisecond: the record of a relay with thousands of apps is large. */
const bytesPerMs = 1000;

/** Publishes the apps of this relay after each change and with each heartbeat. */
export class PresencePublisher {
  readonly #subject: string;
  readonly #link: NatsLink;
  readonly #streams = new Map<string, number>();
  readonly #heartbeat: NodeJS.Timeout;
  /** Delay after a large record; changes wait for its end. */
  #pause: NodeJS.Timeout | undefined;
  #hasChanged = false;

  /** @param id identifies this relay */
  constructor(id: string, names: Names, link: NatsLink) {
    this.#subject = `${names.apps}.${id}`;
    this.#link = link;
    this.#heartbeat = setInterval(() => this.publish(), heartbeatMs).unref();
  }

  opened(clientId: string): void {
    this.#streams.set(clientId, (this.#streams.get(clientId) ?? 0) + 1);
    this.publish();
  }

  closed(clientId: string): void {
    const open = (this.#streams.get(clientId) ?? 0) - 1;
    if (open > 0) this.#streams.set(clientId, open);
    else this.#streams.delete(clientId);
    this.publish();
  }

  /** Publishes the present apps, immediately or when the delay after the last record ends. */
  publish(): void {
    this.#hasChanged = true;
    if (this.#pause === undefined) this.#publishNow();
  }

  /** Publishes an empty record, if NATS is reachable. */
  stop(): void {
    clearInterval(this.#heartbeat);
    clearTimeout(this.#pause);
    this.#streams.clear();
    this.#publishNow();
  }

  #publishNow(): void {
    this.#hasChanged = false;
    const { connection } = this.#link;
    // The next record will contain everything.
    if (connection === undefined) return;
    const record: RelayRecord = { apps: Object.fromEntries(this.#streams) };
    const bytes = Buffer.from(JSON.stringify(record));
    for (const part of splitMessage(bytes, messageLimit(connection))) connection.publish(this.#subject, part);
    const pauseMs = Math.floor(bytes.length / bytesPerMs);
    if (pauseMs > 0) this.#pause = setTimeout(() => this.#pauseEnded(), pauseMs).unref();
  }

  #pauseEnded(): void {
    this.#pause = undefined;
    if (this.#hasChanged) this.#publishNow();
  }
}
