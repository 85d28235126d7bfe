import type { NatsLink } from '../service/nats/link.js';
import { messageLimit, splitMessage } from '../service/nats/message.js';
import type { Names } from '../service/nats/options.js';
import { heartbeatMs, type RelayRecord } from '../service/nats/relay-presence.js';

/** The record of a relay with thousands of apps is long: not more of it is published in a millisecond, in bytes. */
const bytesPerMs = 1000;

/** Publishes which apps are at this relay: whenever that changes, and with every heartbeat. */
export class PresencePublisher {
  readonly #subject: string;
  readonly #link: NatsLink;
  readonly #streams = new Map<string, number>();
  readonly #heartbeat: NodeJS.Timeout;
  /** Changes are gathered until it ends. */
  #pause: NodeJS.Timeout | undefined;
  #hasChanged = false;

  /** @param id of this relay, different from those of all others */
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

  /** Publishes what is present, at once or when the pause after the last record ends. */
  publish(): void {
    this.#hasChanged = true;
    if (this.#pause === undefined) this.#publishNow();
  }

  /** Says goodbye, where NATS is there. */
  stop(): void {
    clearInterval(this.#heartbeat);
    clearTimeout(this.#pause);
    this.#streams.clear();
    this.#publishNow();
  }

  #publishNow(): void {
    this.#hasChanged = false;
    const { connection } = this.#link;
    // What is not published now is in the next record.
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
