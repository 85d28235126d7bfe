import { inOnePiece } from '../common/detach-text.js';
import { isJsonObject, type Json, stringifyJson } from '../common/json.js';
import { platform } from '../common/platform.js';
import type { ItemResponse } from '../http/batch-items.js';
import { isSubroute } from '../http/route-path.js';
import { truncatedJson } from '../members/texts/object-texts.js';

/** Maximum characters of all responses of a batch. Beyond it, writes are not echoed, and reads and calls are refused. */
const maxResponseChars = 16 * 1024 * 1024;
/** Milliseconds of processor time after which no further item of a batch is run. */
const maxBatchMs = 1000;
/** Number of items between two checks of the time, because a check may take as long as an item. */
const itemsPerCheck = 16;
/** Maximum characters of a response that may stay a rope of pieces in memory. */
const maxRopeChars = 256;

/** Limits the processor time and the responses of one batch, because all its items run in one turn (LIM-5). */
export class BatchLimits {
  readonly #startMs = platform.now();
  readonly #startProcessorMs = processorMs();
  #items = 0;
  #isTimeOver = false;
  #responseChars = 0;

  /** Why items were not run; undefined if all were. */
  get tooLong(): string | undefined {
    return this.#isTimeOver ? `those before them took ${maxBatchMs / 1000} s of processor time` : undefined;
  }

  /** True if the responses have exceeded their limit, so that no further one is sent. */
  get isFull(): boolean {
    return this.#responseChars > maxResponseChars;
  }

  /** Returns the response of an item that was run, shortened if there is no room for it. */
  echo(item: Json, response: ItemResponse): ItemResponse {
    const { status, body } = response;
    this.#responseChars += body.length;
    if (this.isFull) {
      return status === 200 && isRead(item)
        ? tooLarge(`the responses of the batch may have at most ${maxResponseChars} characters together`)
        : { status, body: truncatedJson };
    }
    // A rope would keep all its pieces in memory.
    if (body.length > maxRopeChars) inOnePiece(body);
    return response;
  }

  /** Returns the response of an item that may not run; undefined if it may. */
  refusal(item: Json): ItemResponse | undefined {
    if (++this.#items % itemsPerCheck === 0) this.#isTimeOver ||= this.#hasUsedItsTime();
    if (this.#isTimeOver)
      return refused(503, `Too many items: ${this.tooLong}; send this one in another batch`);
    if (!this.isFull || isWrite(item)) return undefined;
    return tooLarge(`the responses before it have ${maxResponseChars} characters together`);
  }

  #hasUsedItsTime(): boolean {
    // The clock is much faster to read than the processor time.
    if (platform.now() - this.#startMs < maxBatchMs) return false;
    return processorMs() - this.#startProcessorMs >= maxBatchMs;
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

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
