import { ByteBudget } from '../../common/byte-budget.js';
import type { Json } from '../../common/json.js';
import { platform } from '../../common/platform.js';
import type { Exchange } from '../engines/engine.js';
import { ApiError } from '../errors.js';
import { RecentPaths } from './fast-batch.js';
import { parseBody } from './json-body.js';

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
/** Maximum bytes of a body that never waits; a larger one may take long to serve. */
const maxShortBytes = 16 * 1024;

/** Receives request bodies. Past the limit for all bodies together, the one that has been idle longest is refused. */
export class ReceivedBodies {
  readonly #byteBudget: ByteBudget<BodyReader>;
  readonly #largeBodies = new LargeBodyQueue();
  readonly #recentPaths = new RecentPaths();

  /** @param warn receives a message about each refused body */
  constructor(warn: (message: string) => void, limit = maxReceivedBytes) {
    const reason = `bodies of more than ${limit} bytes were being received, and this one had not grown for the longest time`;
    this.#byteBudget = new ByteBudget(limit, (reader) => {
      warn(`Refused a request: ${reason}`);
      reader.refuse(new ApiError('too-many-bodies', reason, [['Retry-After', '1']]));
    });
  }

  /**
   * Reads the body of a request. It fails as soon as the body exceeds `limit` bytes. Large bodies are served one per
   * turn.
   * @param done called once, with bytes that are valid only during the call; must not throw
   * @param decision delays `done` and counts the body as incomplete until it resolves; if it rejects, `done` is not
   * called
   */
  read(exchange: Exchange, limit: number, done: BodyListener, decision?: Promise<unknown>): void {
    let reader: BodyReader | undefined;
    exchange.onData((piece, isLast) => {
      // Nearly all bodies are short and arrive in one piece.
      const isShort = piece.byteLength <= Math.min(limit, maxShortBytes);
      if (reader === undefined && decision === undefined && isLast && isShort) return done(piece);
      reader ??= new BodyReader(this.#byteBudget, this.#largeBodies, limit, done, decision);
      reader.take(exchange, piece, isLast);
    });
  }

  /**
   * Returns the value of a body; undefined if it is empty.
   * @throws ApiError
   */
  parse(bytes: Uint8Array): Json | undefined {
    return parseBody(bytes, this.#recentPaths);
  }
}

type BodyListener = (body: Uint8Array, error?: ApiError) => void;

const noBytes = new Uint8Array();
const minBufferBytes = 16 * 1024;

/** A body being received, in one growing buffer: a body that arrives byte by byte must not become many objects. */
class BodyReader {
  readonly #byteBudget: ByteBudget<BodyReader>;
  readonly #largeBodies: LargeBodyQueue;
  readonly #limit: number;
  readonly #done: BodyListener;
  readonly #decision: Promise<unknown> | undefined;
  #bytes: Buffer | undefined;
  #length = 0;
  #isOver = false;

  constructor(
    byteBudget: ByteBudget<BodyReader>,
    largeBodies: LargeBodyQueue,
    limit: number,
    done: BodyListener,
    decision: Promise<unknown> | undefined,
  ) {
    this.#byteBudget = byteBudget;
    this.#largeBodies = largeBodies;
    this.#limit = limit;
    this.#done = done;
    this.#decision = decision;
    decision?.catch(() => this.aborted());
  }

  take(exchange: Exchange, piece: Uint8Array, isLast: boolean): void {
    if (this.#isOver) return;
    const length = this.#length + piece.byteLength;
    if (length > this.#limit) return this.refuse(tooLarge(this.#limit));
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
    this.#largeBodies.remove(this);
  }

  readonly #serveInTurn = (): void => {
    if (this.#isOver) return;
    if (this.#length > maxShortBytes) this.#largeBodies.add(this);
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
    this.aborted();
    this.#done(body, error);
  }
}

/** Serves large bodies one per turn of the event loop, so that frames and short requests run in between (LIM-5). */
class LargeBodyQueue {
  readonly #waiting = new Set<BodyReader>();
  #isScheduled = false;

  add(body: BodyReader): void {
    this.#waiting.add(body);
    if (!this.#isScheduled) platform.setImmediate(this.#serveNext);
    this.#isScheduled = true;
  }

  /** Removes a body whose client has disconnected. */
  remove(body: BodyReader): void {
    this.#waiting.delete(body);
  }

  readonly #serveNext = (): void => {
    const [next] = this.#waiting;
    // Serving removes the body.
    next?.serve();
    this.#isScheduled = this.#waiting.size > 0;
    if (this.#isScheduled) platform.setImmediate(this.#serveNext);
  };
}
