import { randomInt, randomUUID } from 'node:crypto';
import type { HostIds } from '../../service/host.js';

export const lowestId = -(2n ** 63n);
export const highestId = 2n ** 63n - 1n;
/** Whether it fits into 64 bits. */
export function isId(id: bigint): boolean {
  return id >= lowestId && id <= highestId;
}

/** Start values are drawn below this, so that ids stay safe integers for as long as a session can last. */
const startLimit = 2 ** 47;

/**
 * The one counter behind object ids and engine instance ids: signed 64-bit integers, of which none is given twice in
 * a session. Past the highest it goes on at the lowest; 0 means "no object" and is left out.
 */
export class EngineIds implements HostIds {
  #next: bigint;

  /**
   * @param start the first id; drawn at random when left out, so that ids of two runs differ (OBJ-1)
   * @throws RangeError when it does not fit into 64 bits
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
