import type { KV } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Names } from './names.js';
import { NatsError } from './options.js';
import { askingHost, type HostRecord } from './requests.js';

/** A host that has not answered after this is taken for gone, in milliseconds. */
const pingMs = 3000;
/** The key of the bucket in which a host says that it is the one. */
const key = 'host';

/** True for the key that is no relay's. */
export function isClaim(entryKey: string): boolean {
  return entryKey === key;
}

/**
 * One host to a name: two of them would answer in turn. A host takes the claim that it has seen, and nobody else has taken since
 * then; tells others from then on that it is there; and answers requests once it could renew its claim after that. So whoever
 * has seen the claim before that does not get it any more, and whoever sees it later hears of the host. Of those that come at once
 * one answers, and no other, not even for a moment; a host that answers nothing for so long that it is taken for gone aside.
 */
export class Claim {
  readonly #epoch: string;
  readonly #names: Names;
  #revision = 0;

  constructor(epoch: string, names: Names) {
    this.#epoch = epoch;
    this.#names = names;
  }

  /** Before a host tells others that it is there. @throws NatsError when another is there, or has come at the same moment */
  async make(connection: NatsConnection, bucket: KV): Promise<void> {
    const seen = await bucket.get(key);
    await this.#findOther(connection);
    this.#revision = await this.#take(() =>
      seen === null || seen.operation !== 'PUT'
        ? bucket.create(key, this.#epoch)
        : bucket.update(key, this.#epoch, seen.revision),
    );
  }

  /** Before it answers requests. @throws NatsError when another has come at the same moment */
  async confirm(bucket: KV): Promise<void> {
    this.#revision = await this.#take(() => bucket.update(key, this.#epoch, this.#revision));
  }

  /** False for what another host has written in its place. */
  isOurs(claim: string): boolean {
    return claim === this.#epoch;
  }

  async #take(write: () => Promise<number>): Promise<number> {
    try {
      return await write();
    } catch (error) {
      if (isTaken(error)) throw another('which came at the same moment');
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

/** JetStream's codes for a write that expects another last revision than there is. */
const wrongLastSequence = [10071, 10164];

function isTaken(error: unknown): boolean {
  return wrongLastSequence.includes((error as { code?: number }).code ?? 0);
}

function another(which: string): NatsError {
  return new NatsError(
    `Another host, ${which}, is published by this name: give one of them another with --nats-name`,
  );
}
