import { messageLimit, splitMessage } from '../service/nats/message.js';
import type { NatsLink } from '../service/nats/nats-link.js';
import type { Names } from '../service/nats/nats-options.js';
import { heartbeatMs, type RelayRecord } from '../service/nats/relay-presence.js';

/** Time in which changes are gathered, in milliseconds: the record of a relay with thousands of apps is large. */
const gatherMs = 250;

/** Publishes the apps of this relay soon after each change and with each heartbeat. */
export class PresencePublisher {
  readonly #subject: string;
  readonly #link: NatsLink;
  readonly #streams = new Map<string, number>();
  readonly #heartbeat: NodeJS.Timeout;
  #timer: NodeJS.Timeout | undefined;

  /** @param id identifies this relay */
  constructor(id: string, names: Names, link: NatsLink) {
    this.#subject = `${names.apps}.${id}`;
    this.#link = link;
    this.#heartbeat = setInterval(() => this.publish(), heartbeatMs).unref();
  }

  opened(clientId: string): void {
    this.#streams.set(clientId, (this.#streams.get(clientId) ?? 0) + 1);
    this.#publishSoon();
  }

  closed(clientId: string): void {
    const open = (this.#streams.get(clientId) ?? 0) - 1;
    if (open > 0) this.#streams.set(clientId, open);
    else this.#streams.delete(clientId);
    this.#publishSoon();
  }

  /** Publishes the present apps, if NATS is reachable; otherwise the next record will contain them. */
  publish(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { connection } = this.#link;
    if (connection === undefined) return;
    const record: RelayRecord = { apps: Object.fromEntries(this.#streams) };
    const bytes = Buffer.from(JSON.stringify(record));
    for (const part of splitMessage(bytes, messageLimit(connection))) connection.publish(this.#subject, part);
  }

  /** Publishes an empty record. */
  stop(): void {
    clearInterval(this.#heartbeat);
    this.#streams.clear();
    this.publish();
  }

  #publishSoon(): void {
    this.#timer ??= setTimeout(() => this.publish(), gatherMs).unref();
  }
}
