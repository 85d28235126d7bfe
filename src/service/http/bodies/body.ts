import { ByteBudget } from '../../byte-budget.js';
import type { Json } from '../../json.js';
import type { Exchange } from '../engines/engine.js';
import { ApiError } from '../errors.js';
import { KnownTexts } from './fast-batch.js';
import { parseBody } from './json-body.js';
import { LargeBodyQueue, largeBytes, type Waiting } from './large-body-queue.js';

export function tooLarge(limit: number): ApiError {
  return new ApiError('too-large', `the limit is ${limit} bytes`);
}

/** A body that would have to be unpacked; how large it is then, nobody knows before. */
export function encoded(coding: string): ApiError {
  const detail = `${coding} is not read; send the body as it is, without the header`;
  return new ApiError('encoded-body', detail, [['Accept-Encoding', 'identity']]);
}

/** Bytes of bodies that all connections together may have sent in part (wire.md section 1). */
const mostReceiving = 64 * 1024 * 1024;

/**
 * The bodies that are being received or wait to be served; past the bound the one that has not grown for the longest time is
 * refused.
 */
export class ReceivedBodies {
  readonly #byteBudget: ByteBudget<BodyReader>;
  readonly #largeBodyQueue: LargeBodyQueue;
  readonly #known = new KnownTexts();

  /**
   * @param warn told that one was refused
   * @param now monotonic milliseconds
   */
  constructor(warn: (message: string) => void, now: () => number, limit = mostReceiving) {
    this.#largeBodyQueue = new LargeBodyQueue(now);
    const reason = `bodies of more than ${limit} bytes were being received, and this one had not grown for the longest time`;
    this.#byteBudget = new ByteBudget(limit, (reader) => {
      warn(`Refused a request: ${reason}`);
      reader.refuse(new ApiError('too-many-bodies', reason, [['Retry-After', '1']]));
    });
  }

  /**
   * Reads the body of a request; one of more than `limit` bytes is an error as soon as it has so many. Of large ones that are
   * there at once each gets a turn of the event loop.
   * @param done called once, with bytes that are good for the call only
   * @param decision a body that is whole waits for it, and counts as being received until then; where it rejects, `done` is
   * not called
   */
  read(exchange: Exchange, limit: number, done: BodyListener, decision?: Promise<unknown>): void {
    let reader: BodyReader | undefined;
    exchange.onData((piece, isLast) => {
      // Nearly all bodies are small and come in one piece.
      if (
        reader === undefined &&
        decision === undefined &&
        isLast &&
        piece.byteLength <= Math.min(limit, largeBytes)
      )
        return done(piece);
      reader ??= new BodyReader(this.#byteBudget, this.#largeBodyQueue, limit, done, decision);
      reader.take(exchange, piece, isLast);
    });
  }

  /** Returns the value of a body; undefined for an empty one. @throws ApiError */
  parse(bytes: Uint8Array): Json | undefined {
    return parseBody(bytes, this.#known);
  }
}

type BodyListener = (body: Uint8Array, error?: ApiError) => void;

const nothing = new Uint8Array();
const smallestRoom = 16 * 1024;

/** One body. It grows in one block: a body that comes byte by byte must not become as many objects. */
class BodyReader implements Waiting {
  readonly #byteBudget: ByteBudget<BodyReader>;
  readonly #largeBodyQueue: LargeBodyQueue;
  readonly #limit: number;
  readonly #done: BodyListener;
  readonly #decision: Promise<unknown> | undefined;
  #bytes: Buffer | undefined;
  #length = 0;
  #isOver = false;

  constructor(
    held: ByteBudget<BodyReader>,
    largeBodyQueue: LargeBodyQueue,
    limit: number,
    done: BodyListener,
    decision: Promise<unknown> | undefined,
  ) {
    this.#byteBudget = held;
    this.#largeBodyQueue = largeBodyQueue;
    this.#limit = limit;
    this.#done = done;
    this.#decision = decision;
    decision?.catch(() => this.aborted());
  }

  take(exchange: Exchange, piece: Uint8Array, isLast: boolean): void {
    if (this.#isOver) return;
    const length = this.#length + piece.byteLength;
    if (length > this.#limit) return this.refuse(tooLarge(this.#limit));
    // Most bodies come in one piece.
    const isAll = isLast && this.#length === 0;
    if (isAll && this.#decision === undefined && !this.#largeBodyQueue.mustWait(length))
      return this.#end(piece);
    // uWebSockets.js tells of the head alone, too, where the body comes later, as curl sends what is long.
    if (piece.byteLength === 0 && !isLast) return;
    if (this.#bytes === undefined) exchange.onAborted(this);
    this.#append(piece, length, isLast);
    if (this.#isOver || !isLast) return;
    if (this.#decision === undefined) this.#serveInTurn();
    else this.#decision.then(this.#serveInTurn, () => {});
  }

  serve(): void {
    this.#end(this.#bytes!.subarray(0, this.#length));
  }

  refuse(error: ApiError): void {
    this.#end(nothing, error);
  }

  /** The client has gone. */
  aborted(): void {
    this.#isOver = true;
    this.#bytes = undefined;
    this.#byteBudget.release(this);
    this.#largeBodyQueue.remove(this);
  }

  readonly #serveInTurn = (): void => {
    if (this.#isOver) return;
    if (this.#largeBodyQueue.mustWait(this.#length)) this.#largeBodyQueue.add(this);
    else this.serve();
  };

  #append(piece: Uint8Array, length: number, isLast: boolean): void {
    const room = this.#bytes?.length ?? 0;
    if (this.#bytes === undefined || length > room) {
      const wanted = isLast ? length : Math.max(2 * length, smallestRoom);
      const larger = Buffer.allocUnsafeSlow(Math.min(wanted, this.#limit));
      this.#bytes?.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#bytes!.set(piece, this.#length);
    this.#length = length;
    this.#byteBudget.hold(this, this.#bytes!.length);
  }

  #end(body: Uint8Array, error?: ApiError): void {
    if (this.#isOver) return;
    if (this.#bytes === undefined) this.#isOver = true;
    else this.aborted();
    if (body.length <= largeBytes) this.#done(body, error);
    else this.#largeBodyQueue.serve(() => this.#done(body, error));
  }
}
