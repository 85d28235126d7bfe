import type { KV } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { relayExpiryMs } from './attendance.js';
import type { Names } from './names.js';
import type { NatsPackages } from './packages.js';

const streamNotFound = 10059;

/** The keys of a host and its relays, in memory: they say who is there now, and must be taken where a disk is full. */
export function openBucket(
  { kv, jetstream }: NatsPackages,
  connection: NatsConnection,
  { bucket }: Names,
): Promise<KV> {
  const storage = jetstream.StorageType.Memory;
  return new kv.Kvm(connection).create(bucket, { ttl: relayExpiryMs, history: 1, storage });
}

/**
 * When the bucket was made, and undefined where it is gone: at another time than before it is another one, which who follows
 * the one before hears nothing of.
 */
export async function whenMade({ jetstream }: NatsPackages, bucket: KV): Promise<string | undefined> {
  try {
    return (await bucket.status()).streamInfo.created;
  } catch (error) {
    if (error instanceof jetstream.JetStreamApiError && error.code === streamNotFound) return undefined;
    throw error;
  }
}
