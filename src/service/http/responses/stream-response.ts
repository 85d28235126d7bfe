import { platform } from '../../common/platform.js';
import type { HttpResponse, OpenResponse, ResponseOwner, ResponseTakeover } from '../api.js';
import type { AbortListener, Exchange } from '../engines/engine.js';

export const jsonType = 'application/json; charset=utf-8';

/** Maximum milliseconds of one slice of a body in pieces; frames run between the slices. */
const sliceMs = 1;

/**
 * Sends a body in pieces, no faster than the client reads and without delaying frames. Errors of the iterator are
 * logged.
 */
export function sendPieces(
  exchange: Exchange,
  reply: HttpResponse,
  pieces: Iterator<string | Uint8Array>,
  { now, onException }: { readonly now: () => number; readonly onException: (error: unknown) => void },
): void {
  let isWaiting = false;
  const pump = () => {
    if (exchange.isAborted || isWaiting) return;
    const end = now() + sliceMs;
    try {
      do {
        const next = pieces.next();
        if (next.done) return exchange.end();
        // An empty chunk would end the response.
        if (next.value.length > 0) isWaiting = !exchange.write(next.value);
      } while (!isWaiting && now() < end);
      if (!isWaiting) platform.setImmediate(pump);
    } catch (error) {
      // The status was sent already, so only breaking off can signal the error.
      onException(error);
      if (!exchange.isAborted) exchange.close();
    }
  };
  const { status = 200, contentType = jsonType, headers } = reply;
  exchange.onAborted({ aborted: () => callSafely(() => pieces.return?.(), onException) });
  exchange.begin(status, contentType, headers, 'unknown');
  exchange.onWritable(() => {
    if (!isWaiting) return;
    isWaiting = false;
    platform.setImmediate(pump);
  });
  pump();
}

/**
 * Opens a response that stays open.
 * @param all the open responses; it belongs to them until it is closed
 * @param onException receives errors of the owner; the response is then broken off, because its status was sent already
 */
export function takeOver(
  exchange: Exchange,
  takeover: ResponseTakeover,
  all: Set<OpenStream>,
  onException: (error: unknown) => void,
): void {
  const { status = 200, contentType, headers } = takeover;
  exchange.begin(status, contentType, headers, 'endless');
  const stream = new OpenStream(exchange, all, onException);
  try {
    takeover.open(stream);
  } catch (error) {
    onException(error);
    stream.close();
  }
}

/** Engine callbacks run outside any request, so an exception in one would end the process. */
function callSafely(callback: () => void, onException: (error: unknown) => void): void {
  try {
    callback();
  } catch (error) {
    onException(error);
  }
}

/** An open response. It is kept small, because there may be thousands. */
export class OpenStream implements OpenResponse, AbortListener {
  owner: ResponseOwner | undefined;
  readonly #exchange: Exchange;
  readonly #all: Set<OpenStream>;
  #isClosed = false;
  #isWaiting = false;
  readonly #onException: (error: unknown) => void;

  /** @param onException receives errors that the owner's callbacks throw */
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

  /** Closes the connection immediately; the engine reports the abort during the call. */
  close(): void {
    if (!this.#isClosed) this.#exchange.close();
  }

  /** Ends the response in order; what was written is still delivered. */
  end(): void {
    if (this.#isClosed) return;
    this.#exchange.end();
    this.aborted();
  }

  /** Called once the client has disconnected or the response has ended. */
  aborted(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#all.delete(this);
    const { owner } = this;
    this.owner = undefined;
    callSafely(() => owner?.onClosed(), this.#onException);
  }

  /** Listens for room only after the client has fallen behind: most never do, and each listener costs memory. */
  #waitUntilWritable(): void {
    this.#isWaiting = true;
    this.#exchange.onWritable(() => callSafely(() => this.owner?.onWritable(), this.#onException));
  }
}
