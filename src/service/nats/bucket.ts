import type { KV } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { relayExpiryMs } from './attendance.js';
import type { Names } from './names.js';
import type { NatsPackages } from './packages.js';

/** The keys of a host and its relays, in memory: they say who is there now, and must be taken where a disk is full. */
export function openBucket(
  { kv, jetstream }: NatsPackages,
  connection: NatsConnection,
  { bucket }: Names,
): Promise<KV> {
  const storage = jetstream.StorageType.Memory;
  return new kv.Kvm(connection).create(bucket, { ttl: relayExpiryMs, history: 1, storage });
}
