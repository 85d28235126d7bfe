import type { KV } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { type Names, NatsError } from './nats-options.js';
import type { NatsPackages } from './packages.js';
import { askingHost, type HostRecord } from './request-responder.js';

/** Milliseconds after which a host that has not answered a ping counts as gone. */
const pingMs = 3000;
/** The key whose value is the epoch of the host that serves the name. */
const key = 'host';

/** Lifetime of the key in milliseconds; only pings determine whether its host still runs. */
const expiryMs = 15_000;

/** Opens the bucket of the lease. It is in memory, so that it works when a disk is full. */
export function openBucket(
  { kv, jetstream }: NatsPackages,
  connection: NatsConnection,
  { bucket }: Names,
): Promise<KV> {
  const storage = jetstream.StorageType.Memory;
  return new kv.Kvm(connection).create(bucket, { ttl: expiryMs, history: 1, storage });
}

/**
 * Only one host may serve a name. A host writes the key with a compare-and-set and then answers pings of other hosts. It
 * writes the key again, and answers requests only if that write succeeds. A rival either fails its own write or gets an
 * answer to its ping. Only a host that has answered no ping for `pingMs` counts as gone.
 */
export class NameLease {
  readonly #epoch: string;
  readonly #names: Names;
  #revision = 0;

  constructor(epoch: string, names: Names) {
    this.#epoch = epoch;
    this.#names = names;
  }

  /**
   * Takes the lease, before the host answers pings. @throws NatsError if another host is there, or took the lease at
   * the same moment
   */
  async take(connection: NatsConnection, bucket: KV): Promise<void> {
    const seen = await bucket.get(key);
    await this.#findOther(connection);
    this.#revision = await this.#write(() =>
      seen === null || seen.operation !== 'PUT'
        ? bucket.create(key, this.#epoch)
        : bucket.update(key, this.#epoch, seen.revision),
    );
  }

  /**
   * Confirms the lease, before the host answers requests. @throws NatsError if another host took it at the same moment
   */
  async confirm(bucket: KV): Promise<void> {
    this.#revision = await this.#write(() => bucket.update(key, this.#epoch, this.#revision));
  }

  async #write(write: () => Promise<number>): Promise<number> {
    try {
      return await write();
    } catch (error) {
      if (isTaken(error)) throw another('which started at the same moment');
      throw error;
    }
  }

  async #findOther(connection: NatsConnection): Promise<void> {
    let other: HostRecord;
    try {
      const message = await connection.request(this.#names.ping, askingHost, { timeout: pingMs });
      other = message.json<HostRecord>();
    } catch {
      return;
    }
    if (other.epoch !== this.#epoch) throw another(JSON.stringify(other.application));
  }
}

/** JetStream's error codes for a write that expected another last revision. */
const wrongLastSequence = [10071, 10164];

function isTaken(error: unknown): boolean {
  return wrongLastSequence.includes((error as { code?: number }).code ?? 0);
}

function another(which: string): NatsError {
  return new NatsError(
    `Another host, ${which}, is published under this name; choose another with --nats-name`,
  );
}
