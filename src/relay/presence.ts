import type { KV } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { type AppMessage, type RelayRecord, relayExpiryMs } from '../service/nats/attendance.js';
import { openBucket } from '../service/nats/bucket.js';
import type { NatsLink } from '../service/nats/link.js';
import type { Names } from '../service/nats/names.js';
import type { NatsPackages } from '../service/nats/packages.js';
import { cut } from '../service/nats/parts.js';
import { messageLimit } from '../service/nats/requests.js';

/** All apps are not told of more often than this, in milliseconds. */
const betweenRecordsMs = 1000;

/** Tells the host which apps are here: each that comes and goes, how many that were, and all of them where it asks. */
export class RelayPresence {
  readonly #id: string;
  readonly #names: Names;
  readonly #link: NatsLink;
  readonly #streams = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #change = 0;
  /** Most bytes of a message. */
  #limit = 0;
  #bucket: KV | undefined;
  #isListening = false;
  /** When all apps were told of last, and the next time. */
  #told = Number.NEGATIVE_INFINITY;
  #asked: NodeJS.Timeout | undefined;

  /** @param id of this relay, different from those of all others */
  constructor(id: string, names: Names, link: NatsLink) {
    this.#id = id;
    this.#names = names;
    this.#link = link;
    this.#timer = setInterval(() => void this.#record(false), relayExpiryMs / 3).unref();
  }

  async connected(packages: NatsPackages, connection: NatsConnection): Promise<void> {
    this.#bucket = await openBucket(packages, connection, this.#names);
    this.#limit = messageLimit(connection);
    await this.#put(true);
    if (this.#isListening) return;
    this.#isListening = true;
    connection.subscribe(this.#names.tell, {
      callback: (_error, { data }) => {
        if (data.length === 0 || Buffer.from(data).toString() === this.#id) this.#recordAll();
      },
    });
  }

  opened(clientId: string): void {
    this.#streams.set(clientId, (this.#streams.get(clientId) ?? 0) + 1);
    this.#tell({ opened: clientId });
  }

  closed(clientId: string): void {
    const open = (this.#streams.get(clientId) ?? 0) - 1;
    if (open > 0) this.#streams.set(clientId, open);
    else this.#streams.delete(clientId);
    this.#tell({ closed: clientId });
  }

  /** Says goodbye, where NATS is there. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    clearTimeout(this.#asked);
    if (this.#link.connection !== undefined) await this.#bucket?.delete(this.#id).catch(() => {});
  }

  #tell(what: Pick<AppMessage, 'opened' | 'closed'>): void {
    const message: AppMessage = { relay: this.#id, change: ++this.#change, ...what };
    this.#link.connection?.publish(this.#names.apps, JSON.stringify(message));
  }

  /** Of many who ask within a moment all are told at once: it may be megabytes. */
  #recordAll(): void {
    if (this.#asked !== undefined) return;
    const wait = Math.max(0, this.#told + betweenRecordsMs - performance.now());
    this.#asked = setTimeout(() => {
      this.#asked = undefined;
      this.#told = performance.now();
      void this.#record(true);
    }, wait).unref();
  }

  async #record(isWhole: boolean): Promise<void> {
    // What is not taken is told again.
    if (this.#link.connection !== undefined) await this.#put(isWhole).catch(() => {});
  }

  /** All apps may be more than one message takes: parts have keys of their own. */
  async #put(isWhole: boolean): Promise<void> {
    let streams = 0;
    for (const open of this.#streams.values()) streams += open;
    const record: RelayRecord = {
      change: this.#change,
      streams,
      ...(isWhole && { apps: Object.fromEntries(this.#streams) }),
    };
    const parts = cut(Buffer.from(JSON.stringify(record)), this.#limit);
    for (const [i, part] of parts.entries())
      await this.#bucket?.put(parts.length === 1 ? this.#id : `${this.#id}.${i + 1}`, part);
  }
}
