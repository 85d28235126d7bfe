import { platform } from '../../platform.js';
import type { OpenResponse, Reply, ResponseOwner, Takeover } from '../api.js';
import type { AbortListener, AnswerLength, Exchange } from '../engines/engine.js';
import { SizedPieces } from './sized-pieces.js';

export const jsonType = 'application/json; charset=utf-8';

/** Slices of at most this many milliseconds are taken from a body in pieces before the frames get their turn. */
const sliceMs = 1;

/** Sends a body in pieces, no faster than the client reads and without holding the frames up. What making them throws is logged. */
export function sendPieces(
  exchange: Exchange,
  reply: Reply,
  pieces: Iterator<string | Uint8Array>,
  { now, onException }: { readonly now: () => number; readonly onException: (error: unknown) => void },
): void {
  let isWaiting = false;
  exchange.onAborted({ aborted: () => quietly(() => pieces.return?.(), onException) });
  exchange.onWritable(() => {
    if (!isWaiting) return;
    isWaiting = false;
    platform.setImmediate(pump);
  });
  const pump = () => {
    if (exchange.isAborted || isWaiting) return;
    const end = now() + sliceMs;
    try {
      exchange.cork(() => {
        do {
          const next = pieces.next();
          if (next.done) {
            exchange.end();
            return;
          }
          // What has nothing to say yet is still at work: an empty chunk would end the answer.
          if (next.value.length > 0) isWaiting = !exchange.write(next.value);
        } while (!isWaiting && now() < end);
        if (!isWaiting) platform.setImmediate(pump);
      });
    } catch (error) {
      // The status has gone out: what is left to say that something went wrong is to break off.
      onException(error);
      if (!exchange.isAborted) exchange.close();
    }
  };
  const { status = 200, contentType = jsonType, headers } = reply;
  exchange.begin(status, contentType, headers, lengthOf(reply));
  pump();
}

export function lengthOf({ body }: Reply): AnswerLength {
  return body instanceof SizedPieces ? body.bytes : 'unknown';
}

/**
 * Opens a response that stays open.
 * @param all those that are open, to which it belongs until it is closed
 * @param onException told of what the new owner throws: its status has gone out, so that the response is broken off
 */
export function takeOver(
  exchange: Exchange,
  takeover: Takeover,
  all: Set<OpenStream>,
  onException: (error: unknown) => void,
): void {
  const { status = 200, contentType, headers } = takeover;
  let stream: OpenStream | undefined;
  exchange.cork(() => {
    exchange.begin(status, contentType, headers, 'endless');
    const opened = new OpenStream(exchange, all, onException);
    try {
      takeover.open(opened);
    } catch (error) {
      onException(error);
      stream = opened;
    }
  });
  stream?.close();
}

/** The engine tells of what happens outside of any request: what is thrown there would end the process. */
function quietly(tell: () => void, onException: (error: unknown) => void): void {
  try {
    tell();
  } catch (error) {
    onException(error);
  }
}

/** A response that is open. It is kept small: there may be thousands. */
export class OpenStream implements OpenResponse, AbortListener {
  owner: ResponseOwner | undefined;
  readonly #exchange: Exchange;
  readonly #all: Set<OpenStream>;
  #isClosed = false;
  #isWaiting = false;
  readonly #onException: (error: unknown) => void;

  /** @param onException told of what the owner throws when it is told something */
  constructor(exchange: Exchange, all: Set<OpenStream>, onException: (error: unknown) => void) {
    this.#onException = onException;
    this.#exchange = exchange;
    this.#all = all;
    all.add(this);
    exchange.onAborted(this);
  }

  write(chunk: string | Uint8Array): boolean {
    if (this.#isClosed) return false;
    const sent = this.#exchange.write(chunk);
    if (!sent && !this.#isWaiting) this.#waitUntilWritable();
    return sent;
  }

  /** Ends the connection at once; the engine reports the abort from within. */
  close(): void {
    if (!this.#isClosed) this.#exchange.close();
  }

  /** Ends the response in order: what was written is still delivered. */
  end(): void {
    if (this.#isClosed) return;
    this.#exchange.end();
    this.aborted();
  }

  /** The client has gone, or everything has been said. */
  aborted(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#all.delete(this);
    const { owner } = this;
    this.owner = undefined;
    quietly(() => owner?.closed(), this.#onException);
  }

  /** Asked for only once the client has not kept up: most never do, and a closure each would cost memory. */
  #waitUntilWritable(): void {
    this.#isWaiting = true;
    this.#exchange.onWritable(() => quietly(() => this.owner?.writable(), this.#onException));
  }
}
