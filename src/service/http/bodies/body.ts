import { ByteBudget } from '../../common/byte-budget.js';
import type { Json } from '../../common/json.js';
import type { Exchange } from '../engines/engine.js';
import { ApiError } from '../errors.js';
import { StringCache } from './fast-batch.js';
import { parseBody } from './json-body.js';
import { LargeBodyQueue, largeBytes, type WaitingBody } from './large-body-queue.js';

export function tooLarge(limit: number): ApiError {
  return new ApiError('too-large', `the limit is ${limit} bytes`);
}

/** Returns the error for a compressed body, whose unpacked size is unknown. */
export function unsupportedEncoding(coding: string): ApiError {
  const detail = `${coding} is not read; send the body as it is, without the header`;
  return new ApiError('encoded-body', detail, [['Accept-Encoding', 'identity']]);
}

/** Maximum bytes of incomplete bodies of all connections together (wire.md section 1). */
const maxReceivedBytes = 64 * 1024 * 1024;

/** Receives request bodies. Past the limit for all bodies together, the one that has been idle longest is refused. */
export class ReceivedBodies {
  readonly #byteBudget: ByteBudget<BodyReader>;
  readonly #largeBodyQueue: LargeBodyQueue;
  readonly #stringCache = new StringCache();

  /**
   * @param warn receives a message about each refused body
   * @param now monotonic milliseconds
   */
  constructor(warn: (message: string) => void, now: () => number, limit = maxReceivedBytes) {
    this.#largeBodyQueue = new LargeBodyQueue(now);
    const reason = `bodies of more than ${limit} bytes were being received, and this one had not grown for the longest time`;
    this.#byteBudget = new ByteBudget(limit, (reader) => {
      warn(`Refused a request: ${reason}`);
      reader.refuse(new ApiError('too-many-bodies', reason, [['Retry-After', '1']]));
    });
  }

  /**
   * Reads the body of a request. It fails as soon as the body exceeds `limit` bytes. Large bodies are served one per
   * turn.
   * @param done called once, with bytes that are valid only during the call
   * @param decision delays `done` and counts the body as incomplete until it resolves; if it rejects, `done` is not
   * called
   */
  read(exchange: Exchange, limit: number, done: BodyListener, decision?: Promise<unknown>): void {
    let reader: BodyReader | undefined;
    exchange.onData((piece, isLast) => {
      // Nearly all bodies are small and arrive in one piece.
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

  /**
   * Returns the value of a body; undefined if it is empty.
   * @throws ApiError
   */
  parse(bytes: Uint8Array): Json | undefined {
    return parseBody(bytes, this.#stringCache);
  }
}

type BodyListener = (body: Uint8Array, error?: ApiError) => void;

const noBytes = new Uint8Array();
const minBufferBytes = 16 * 1024;

/** A body being received, in one growing buffer: a body that arrives byte by byte must not become many objects. */
class BodyReader implements WaitingBody {
  readonly #byteBudget: ByteBudget<BodyReader>;
  readonly #largeBodyQueue: LargeBodyQueue;
  readonly #limit: number;
  readonly #done: BodyListener;
  readonly #decision: Promise<unknown> | undefined;
  #bytes: Buffer | undefined;
  #length = 0;
  #isOver = false;

  constructor(
    byteBudget: ByteBudget<BodyReader>,
    largeBodyQueue: LargeBodyQueue,
    limit: number,
    done: BodyListener,
    decision: Promise<unknown> | undefined,
  ) {
    this.#byteBudget = byteBudget;
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
    // Most bodies arrive in one piece.
    const isAll = isLast && this.#length === 0;
    if (isAll && this.#decision === undefined && !this.#largeBodyQueue.mustWait(length))
      return this.#end(piece);
    // uWebSockets.js also reports the head alone if the body arrives later, as curl sends a large body.
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
    this.#end(noBytes, error);
  }

  /** Releases everything; also called when the client has disconnected. */
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
    const capacity = this.#bytes?.length ?? 0;
    if (this.#bytes === undefined || length > capacity) {
      const neededBytes = isLast ? length : Math.max(2 * length, minBufferBytes);
      const larger = Buffer.allocUnsafeSlow(Math.min(neededBytes, this.#limit));
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
