import { leftOut } from '../access/texts/object-text.js';
import { isSubroute } from '../http/route-path.js';
import { isJsonObject, type Json, stringifyJson } from '../json.js';
import { inOnePiece } from '../own-text.js';

/** What a request answers, as a batch echoes it. */
export interface ItemAnswer {
  readonly status: number;
  /** JSON text. */
  readonly body: string;
}

/** Characters of all responses of one batch: past them, writes are still done but not echoed, and reads and calls are refused. */
const maxResponseChars = 16 * 1024 * 1024;
/** Milliseconds of processor time after which no further item of a batch is run. */
const maxBatchMs = 1000;
/** Asking for the time may cost as much as an item. */
const itemsPerLook = 16;
/** Shorter texts may stay in pieces, also as many as a batch may have. */
const maxPiecesChars = 256;

/** Measures what items cost. */
export interface WorkClock {
  /** Returns monotonic milliseconds. */
  now(): number;
  /** Returns the processor time of the process in milliseconds: other work on the machine does not count. */
  spent(): number;
}

/** Limits the time and the responses of one batch: all its items run in one turn, and everybody else waits (LIM-5). */
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
  echo(item: Json, answer: ItemAnswer): ItemAnswer {
    const { status, body } = answer;
    this.#responseChars += body.length;
    if (this.isFull) {
      return status === 200 && isRead(item)
        ? tooLarge('with it the items of the batch would be answered too much together')
        : { status, body: leftOut };
    }
    // Its pieces would stay in memory.
    if (body.length > maxPiecesChars) inOnePiece(body);
    return answer;
  }

  /** Returns the response of an item that may not run; undefined if it may. */
  refusal(item: Json): ItemAnswer | undefined {
    if (this.#isTimeOver()) {
      return refused(503, `Too many items: ${this.tooLong}; send this one in another batch`);
    }
    if (!this.isFull || isWrite(item)) return undefined;
    return tooLarge('the items of the batch before this one have answered too much');
  }

  #isTimeOver(): boolean {
    if (this.#isOver || this.#items++ % itemsPerLook > 0) return this.#isOver;
    const isLate = this.#clock.now() - this.#startedAt >= maxBatchMs;
    this.#isOver = isLate && this.#clock.spent() - this.#spentBefore >= maxBatchMs;
    return this.#isOver;
  }
}

/** True for an item that can be done without a response; a call cannot, since its result is checked while it is written. */
function isWrite(item: Json): boolean {
  if (!isJsonObject(item) || typeof item.method !== 'string' || typeof item.path !== 'string') return false;
  return !isRead(item) && !isSubroute('/exposed/function/', item.path);
}

function isRead(item: Json): boolean {
  return isJsonObject(item) && typeof item.method === 'string' && /^get$/i.test(item.method);
}

function tooLarge(reason: string): ItemAnswer {
  return refused(413, `Answer too large: ${reason}; send it by itself`);
}

function refused(status: number, error: string): ItemAnswer {
  return { status, body: stringifyJson({ error }) };
}
