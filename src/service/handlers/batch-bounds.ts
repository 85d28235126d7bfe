import { truncatedJson } from '../access/texts/object-text.js';
import { isBelow } from '../http/route-path.js';
import { isJsonObject, type Json, stringifyJson } from '../json.js';
import { inOnePiece } from '../own-text.js';

/** What a request answers, as a batch echoes it. */
export interface ItemAnswer {
  readonly status: number;
  /** JSON text. */
  readonly body: string;
}

/**
 * Characters that the answers of one batch may have together. What an item did stays, so that only its echo is left out; what
 * is only asked for is refused then.
 */
const longestAnswers = 16 * 1024 * 1024;
/**
 * Milliseconds of processor time after which no further item of a batch is run. What ten thousand do to objects of a usual
 * size takes a fraction of it; in a list of a million elements each of them may take as many milliseconds.
 */
const longestMs = 1000;
const msPerLook = 25;
/** To ask for the time may cost as much as an item: it is asked once for so many, at most, while they take next to nothing. */
const mostPerLook = 16;
const quickMs = 0.05;
/** The pieces of texts that are as short take little, even of as many as a batch may have. */
const fewCharacters = 256;

/** What time items take. */
export interface WorkClock {
  /** Monotonic milliseconds, which cost little to ask for. */
  now(): number;
  /** Milliseconds of processor time of the process: what else the machine does is no work of ours. */
  spent(): number;
}

/** What the items of one batch may take together: all of them run in one turn, and everybody else waits (LIM-5). */
export class BatchBounds {
  readonly #clock: WorkClock;
  readonly #spentBefore: number;
  /** The time that was asked for last. */
  #asked: number;
  /** Not looked at before. */
  #nextLook: number;
  #itemsPerAsking = 1;
  #itemsToAsking = 1;
  #answered = 0;
  #isOver = false;

  constructor(clock: WorkClock) {
    this.#clock = clock;
    this.#spentBefore = clock.spent();
    this.#asked = clock.now();
    this.#nextLook = this.#asked + msPerLook;
  }

  /** Why items were not run for what they, or those before them, would cost; undefined when all were. */
  get tooLong(): string | undefined {
    return this.#isOver ? `those before them took ${longestMs / 1000} s of processor time` : undefined;
  }

  /** The answers so far are as long as they may be together: no further one is told. */
  get isFull(): boolean {
    return this.#answered > longestAnswers;
  }

  /** What is told of an item that was run, as long as there is room for it. */
  echo(item: Json, answer: ItemAnswer): ItemAnswer {
    const { status, body } = answer;
    this.#answered += body.length;
    if (this.isFull) {
      return status === 200 && isRead(item)
        ? tooLarge('with it the items of the batch would be answered too much together')
        : { status, body: truncatedJson };
    }
    // The pieces would be kept else.
    if (body.length > fewCharacters) inOnePiece(body);
    return answer;
  }

  /** Of an item that is not run any more: for what it is, or for what those before it took. */
  refusal(item: Json): ItemAnswer | undefined {
    if (this.#isTimeOver()) {
      return refused(503, `Too many items: ${this.tooLong}; send this one in another batch`);
    }
    if (!this.isFull || isWrite(item)) return undefined;
    return tooLarge('the items of the batch before this one have answered too much');
  }

  /** Once it is, it stays so: no item is run behind one that was not. */
  #isTimeOver(): boolean {
    if (this.#isOver) return true;
    if (--this.#itemsToAsking > 0) return false;
    const now = this.#clock.now();
    const isQuick = now - this.#asked <= quickMs * this.#itemsPerAsking;
    this.#itemsPerAsking = isQuick ? Math.min(2 * this.#itemsPerAsking, mostPerLook) : 1;
    this.#itemsToAsking = this.#itemsPerAsking;
    this.#asked = now;
    if (now < this.#nextLook) return false;
    this.#nextLook = now + msPerLook;
    this.#isOver = this.#clock.spent() - this.#spentBefore >= longestMs;
    return this.#isOver;
  }
}

/** Whether an item does something, of which nothing has to be told. What a function gives has to be made to know whether it is right. */
function isWrite(item: Json): boolean {
  if (!isJsonObject(item) || typeof item.method !== 'string' || typeof item.path !== 'string') return false;
  return !isRead(item) && !isBelow('/exposed/function/', item.path);
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
