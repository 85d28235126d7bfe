import type { KV } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { type AppMessage, type RelayRecord, relayExpiryMs } from '../service/nats/attendance.js';
import type { NatsLink } from '../service/nats/link.js';
import type { Names } from '../service/nats/names.js';
import type { NatsPackages } from '../service/nats/packages.js';

/** Characters of a record; with more apps than fit, the host goes by the messages alone. */
const longestRecord = 256 * 1024;

/** Tells the host which apps are here: each that comes and goes, and all of them again and again. */
export class RelayPresence {
  readonly #id: string;
  readonly #names: Names;
  readonly #link: NatsLink;
  readonly #streams = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #change = 0;
  #bucket: KV | undefined;

  /** @param id of this relay, different from those of all others */
  constructor(id: string, names: Names, link: NatsLink) {
    this.#id = id;
    this.#names = names;
    this.#link = link;
    this.#timer = setInterval(() => void this.#record().catch(() => {}), relayExpiryMs / 3).unref();
  }

  async connected({ kv }: NatsPackages, connection: NatsConnection): Promise<void> {
    this.#bucket = await new kv.Kvm(connection).create(this.#names.bucket, {
      ttl: relayExpiryMs,
      history: 1,
    });
    await this.#put();
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
    if (this.#link.connection !== undefined) await this.#bucket?.delete(this.#id).catch(() => {});
  }

  #tell(what: Pick<AppMessage, 'opened' | 'closed'>): void {
    const message: AppMessage = { relay: this.#id, change: ++this.#change, ...what };
    this.#link.connection?.publish(this.#names.apps, JSON.stringify(message));
  }

  async #record(): Promise<void> {
    if (this.#link.connection !== undefined) await this.#put();
  }

  async #put(): Promise<void> {
    let streams = 0;
    for (const open of this.#streams.values()) streams += open;
    const short: RelayRecord = { change: this.#change, streams };
    const whole = JSON.stringify({ ...short, apps: Object.fromEntries(this.#streams) });
    await this.#bucket?.put(this.#id, whole.length > longestRecord ? JSON.stringify(short) : whole);
  }
}
