import type {
  AbortListener,
  EngineRequest,
  Exchange,
  Headers,
  ResponseLength,
} from '../http/engines/engine.js';
import type { PieceMessage, RequestHeadMessage, ResponseHeadMessage } from './exchange-messages.js';
import { encodeMessage } from './message.js';

/** Bytes of a message reserved for its head. */
const headBytes = 8 * 1024;
/** Maximum size of a piece in bytes: hundreds of responses may have pieces in flight, each copied into its message. */
const maxPieceBytes = 256 * 1024;

const noBytes: Uint8Array = new Uint8Array();

/** Sends a response to its relay. */
export interface ResponsePort {
  /** Maximum size of a message in bytes. */
  readonly limit: number;
  /** Reports how many bytes of a response wait for its relay, and whether the relay has just taken some. */
  onUnread(exchange: NatsExchange, bytes: number, hasMoved: boolean): void;
  /** Sends a complete response, or its last message. */
  send(message: Uint8Array): void;
  /**
   * Sends a message that is followed by another. Resolves when the relay wants the next, and rejects when it wants no
   * more.
   */
  sendPiece(message: Uint8Array): Promise<unknown>;
}

/** Returns a request over NATS, for the server that also answers HTTP. */
export function natsRequest({ method, url, query, headers }: RequestHeadMessage): EngineRequest {
  return {
    // The relay has already checked the header Host.
    mayLackHost: true,
    getMethod: () => method,
    getUrl: () => url,
    getQuery: () => query,
    getHeader: (lowerCaseName) => headers.find(([name]) => name === lowerCaseName)?.[1] ?? '',
  };
}

/**
 * A response over NATS. A short one is one message; a longer one is sent piece by piece, as the relay's client reads.
 */
export class NatsExchange implements Exchange {
  commonHeaders: Headers = [];
  isAborted = false;
  readonly #head: RequestHeadMessage;
  readonly #body: Uint8Array;
  readonly #port: ResponsePort;
  #abortListener: AbortListener | undefined;
  #writableListener: (() => void) | undefined;
  /** Bytes that were written and not sent. */
  #waiting: Uint8Array = noBytes;
  #pieces = 0;
  /** Size in bytes of the message that the relay has not taken yet; 0 if there is none. */
  #bytesInFlight = 0;
  #isEnded = false;
  #hasWaited = false;

  constructor(head: RequestHeadMessage, body: Uint8Array, port: ResponsePort) {
    this.#head = head;
    this.#body = body;
    this.#port = port;
  }

  get isHead(): boolean {
    return this.#head.method === 'HEAD';
  }

  get #pieceLimit(): number {
    return Math.min(this.#port.limit - headBytes, maxPieceBytes);
  }

  onAborted(listener: AbortListener): void {
    this.#abortListener = listener;
  }

  onData(handler: (piece: Uint8Array, isLast: boolean) => void): void {
    handler(this.#body, true);
  }

  send(status: number, type: string, body: string | Uint8Array, headers: Headers = [], close = false): void {
    const head: ResponseHeadMessage = { status, type, headers, ...(close && { close }) };
    if (Buffer.byteLength(body) <= this.#pieceLimit) return this.#port.send(encodeMessage(head, body));
    this.#sendPiece(encodeMessage({ ...head, more: true }));
    this.write(body);
    this.end();
  }

  sendEmpty(status: number, headers: Headers): void {
    this.send(status, '', '', headers);
  }

  begin(status: number, type: string, headers: Headers = [], length: ResponseLength): void {
    const isEndless = length === 'endless';
    const head: ResponseHeadMessage = {
      status,
      type,
      headers,
      more: true,
      ...(isEndless && { endless: true }),
    };
    this.#sendPiece(encodeMessage(head));
  }

  write(piece: string | Uint8Array): boolean {
    // Copied, because the buffer may be reused before it is sent.
    this.#waiting = Buffer.concat([this.#waiting, typeof piece === 'string' ? Buffer.from(piece) : piece]);
    this.#sendWaiting();
    this.#hasWaited = this.#waiting.byteLength >= this.#pieceLimit;
    this.#reportUnread(false);
    return !this.#hasWaited;
  }

  onWritable(listener: () => void): void {
    this.#writableListener = listener;
  }

  end(): void {
    this.#isEnded = true;
    this.#sendWaiting();
  }

  close(): void {
    if (this.isAborted) return;
    // A relay that was cut off for a while may still wait; others ignore this message.
    this.#port.send(encodeMessage({ piece: ++this.#pieces, broken: true } satisfies PieceMessage));
    this.isAborted = true;
    this.#waiting = noBytes;
    this.#reportUnread(false);
    this.#abortListener?.aborted();
  }

  remoteAddress(): string {
    return this.#head.address;
  }

  remotePort(): number | undefined {
    return this.#head.port;
  }

  /** Sends the next piece if the relay has taken the one before, and the end after the last one. */
  #sendWaiting(): void {
    if (this.isAborted) return;
    if (this.#bytesInFlight === 0 && this.#waiting.byteLength > 0) {
      const piece = this.#waiting.subarray(0, this.#pieceLimit);
      this.#waiting = this.#waiting.subarray(this.#pieceLimit);
      this.#sendPiece(encodeMessage({ piece: ++this.#pieces } satisfies PieceMessage, piece));
    }
    if (!this.#isEnded || this.#waiting.byteLength > 0) return;
    this.#isEnded = false;
    this.#port.send(encodeMessage({ piece: ++this.#pieces, last: true } satisfies PieceMessage));
  }

  #sendPiece(message: Uint8Array): void {
    this.#bytesInFlight = message.byteLength;
    this.#reportUnread(false);
    this.#port.sendPiece(message).then(
      () => this.#taken(),
      () => this.close(),
    );
  }

  /** Reports the unread bytes to the budget that all responses share. */
  #reportUnread(hasMoved: boolean): void {
    this.#port.onUnread(this, this.isAborted ? 0 : this.#waiting.byteLength + this.#bytesInFlight, hasMoved);
  }

  #taken(): void {
    this.#bytesInFlight = 0;
    this.#sendWaiting();
    this.#reportUnread(true);
    if (!this.#hasWaited || this.#waiting.byteLength >= this.#pieceLimit || this.isAborted) return;
    this.#hasWaited = false;
    this.#writableListener?.();
  }
}
