import { isJsonObject, type Json, stringifyJson } from '../common/json.js';
import { inOnePiece } from '../common/own-text.js';
import { platform } from '../common/platform.js';
import type { ItemResponse } from '../http/batch-items.js';
import { isSubroute } from '../http/route-path.js';
import { truncatedJson } from '../members/texts/object-texts.js';

/** Characters of all responses of one batch: past them, writes are still done but not echoed, and reads and calls are refused. */
const maxResponseChars = 16 * 1024 * 1024;
/** Milliseconds of processor time after which no further item of a batch is run. */
const maxBatchMs = 1000;
/** Items per check of the time, because a check may take as long as an item. */
const itemsPerCheck = 16;
/** Minimum milliseconds between two readings of the processor time, each of which may take as long as many items. */
const minReadIntervalMs = 20;
/** Maximum characters of a response that may stay a rope of pieces in memory. */
const maxRopeChars = 256;

/** Measures what items cost. */
export interface WorkClock {
  /** Returns monotonic milliseconds. */
  now(): number;
  /** Returns the processor time of the process in milliseconds: other work on the machine does not count. */
  spent(): number;
}

/** Returns the clock of this process. */
export function processClock(): WorkClock {
  let readAt = Number.NEGATIVE_INFINITY;
  let spent = 0;
  return {
    now: platform.now,
    spent() {
      const now = platform.now();
      if (now - readAt >= minReadIntervalMs) {
        const { user, system } = process.cpuUsage();
        spent = (user + system) / 1000;
        readAt = now;
      }
      return spent;
    },
  };
}

/** Limits the processor time and the responses of one batch, because all its items run in one turn (LIM-5). */
export class BatchBounds {
  readonly #clock: WorkClock;
  readonly #startedAt: number;
  readonly #spentBefore: number;
  #items = 0;
  #responseChars = 0;
  #isOver = false;

  constructor(clock: WorkClock) {
    this.#clock = clock;
    this.#startedAt = clock.now();
    this.#spentBefore = clock.spent();
  }

  /** Why items were not run; undefined while all were. */
  get tooLong(): string | undefined {
    return this.#isOver ? `those before them took ${maxBatchMs / 1000} s of processor time` : undefined;
  }

  /** True if the responses have reached their limit: no further one is sent. */
  get isFull(): boolean {
    return this.#responseChars > maxResponseChars;
  }

  /** Returns the response of an item that was run, shortened if there is no room for it. */
  echo(item: Json, response: ItemResponse): ItemResponse {
    const { status, body } = response;
    this.#responseChars += body.length;
    if (this.isFull) {
      return status === 200 && isRead(item)
        ? tooLarge('with it the items of the batch would be answered too much together')
        : { status, body: truncatedJson };
    }
    // A rope would keep all its pieces in memory.
    if (body.length > maxRopeChars) inOnePiece(body);
    return response;
  }

  /** Returns the response of an item that may not run; undefined if it may. */
  refusal(item: Json): ItemResponse | undefined {
    if (this.#isTimeOver()) {
      return refused(503, `Too many items: ${this.tooLong}; send this one in another batch`);
    }
    if (!this.isFull || isWrite(item)) return undefined;
    return tooLarge('the items of the batch before this one have answered too much');
  }

  #isTimeOver(): boolean {
    if (this.#isOver || this.#items++ % itemsPerCheck > 0) return this.#isOver;
    const isLate = this.#clock.now() - this.#startedAt >= maxBatchMs;
    this.#isOver = isLate && this.#clock.spent() - this.#spentBefore >= maxBatchMs;
    return this.#isOver;
  }
}

/** True if an item can be run without a response; a call cannot, because its result is checked while it is written. */
function isWrite(item: Json): boolean {
  if (!isJsonObject(item) || typeof item.method !== 'string' || typeof item.path !== 'string') return false;
  return !isRead(item) && !isSubroute('/exposed/function/', item.path);
}

function isRead(item: Json): boolean {
  return isJsonObject(item) && typeof item.method === 'string' && /^get$/i.test(item.method);
}

function tooLarge(reason: string): ItemResponse {
  return refused(413, `Answer too large: ${reason}; send it by itself`);
}

function refused(status: number, error: string): ItemResponse {
  return { status, body: stringifyJson({ error }) };
}
