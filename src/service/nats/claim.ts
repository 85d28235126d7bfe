import type { KV } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Names } from './names.js';
import { NatsError } from './options.js';
import type { HostRecord } from './requests.js';

/** A host that has not answered after this is taken for gone, in milliseconds. */
const pingMs = 3000;
/** The key of the bucket in which a host says that it is the one. */
const key = 'host';

/** True for the key that is no relay's. */
export function isClaim(entryKey: string): boolean {
  return entryKey === key;
}

/**
 * One host to a name: two of them would answer in turn. One that is there already is found by its answer. Of two that come at
 * once, and hear nothing of each other yet, the one that has claimed last stays: the other finds that out after it has begun to
 * answer, and withdraws.
 */
export class Claim {
  readonly #epoch: string;
  readonly #names: Names;

  constructor(epoch: string, names: Names) {
    this.#epoch = epoch;
    this.#names = names;
  }

  /** Before a host answers. @throws NatsError when another is there */
  async make(connection: NatsConnection, bucket: KV): Promise<void> {
    // The claim of one that comes at this moment is left alone where a third is there before both.
    await this.#findOther(connection);
    await bucket.put(key, this.#epoch);
    // One that had not begun to answer then, and has had its claim checked since, answers by now.
    await this.#findOther(connection);
  }

  async #findOther(connection: NatsConnection): Promise<void> {
    let other: HostRecord;
    try {
      other = (await connection.request(this.#names.ping, '', { timeout: pingMs })).json<HostRecord>();
    } catch {
      return;
    }
    if (other.epoch !== this.#epoch) throw another(JSON.stringify(other.application));
  }

  /** Once it would answer. @throws NatsError when another has come at the same moment */
  async check(bucket: KV): Promise<void> {
    const entry = await bucket.get(key);
    if (entry?.string() !== this.#epoch) throw another('which came at the same moment');
  }
}

function another(which: string): NatsError {
  return new NatsError(
    `Another host, ${which}, is published by this name: give one of them another with --nats-name`,
  );
}
