import { randomInt, randomUUID } from 'node:crypto';
import type { HostIds } from '../../service/host.js';

export const lowestId = -(2n ** 63n);
export const highestId = 2n ** 63n - 1n;
/** True if the id fits into 64 bits. */
export function isId(id: bigint): boolean {
  return id >= lowestId && id <= highestId;
}

/** Random start values are below this, so that all ids of a session are safe integers. */
const startLimit = 2 ** 47;

/**
 * The counter of object ids and instance ids: signed 64-bit integers that are unique within a session. After the
 * highest it continues with the lowest; 0 is not used.
 */
export class EngineIds implements HostIds {
  #next: bigint;

  /**
   * @param start the first id; by default a random one, so that the ids of two runs differ (OBJ-1)
   * @throws RangeError if it does not fit into 64 bits
   */
  constructor(start: bigint = BigInt(randomInt(1, startLimit))) {
    if (!isId(start)) {
      throw new RangeError(`The first id must fit into a signed 64-bit integer, but is ${start}`);
    }
    this.#next = start === 0n ? 1n : start;
  }

  next(): bigint {
    const id = this.#next;
    this.#next = id === highestId ? lowestId : id + 1n;
    if (this.#next === 0n) this.#next = 1n;
    return id;
  }

  session(): string {
    return randomUUID();
  }
}
