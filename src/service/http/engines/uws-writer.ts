import type { ByteBudget } from '../../common/byte-budget.js';
import type { UwsResponse } from './uws-types.js';

/**
 * Maximum bytes of one write: with its framing it fits into the 16 KiB cork buffer of uWebSockets.js. For a larger
 * write it sends the cork buffer first, and if the system takes nothing of that, older builds lose the rest.
 */
const packetBytes = 16_000;

const noBytes: Uint8Array = new Uint8Array();
/** An empty line, which event streams ignore. */
const emptyLine: Uint8Array = new Uint8Array([10]);

/**
 * Sends a whole body, after its head and inside a cork. What the client has not read counts as unread; until it has
 * read all, uWebSockets.js closes the connection if another request follows (LIM-4).
 */
export function sendBody(
  response: UwsResponse,
  body: string | Uint8Array,
  unread: ByteBudget<UwsResponse>,
): void {
  const length = Buffer.byteLength(body);
  if (response.tryEnd(body, length)[1]) return;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  response.onWritable(() => {
    const [, isDone] = response.tryEnd(bytes.subarray(response.getWriteOffset()), length);
    if (isDone) unread.release(response);
    else unread.hold(response, length);
    return isDone;
  });
  // Comes last, because a body over the limit closes its own connection.
  unread.hold(response, length);
}

/** Sends a body in pieces, after its head, and buffers what the client does not take yet. */
export class UwsWriter {
  readonly #response: UwsResponse;
  readonly #unread: ByteBudget<UwsResponse> | undefined;
  readonly #isEventStream: boolean;
  /** Bytes that have not been passed to uWebSockets.js yet. */
  #waiting = noBytes;
  #endsAfterWaiting = false;
  #writableListener: (() => void) | undefined;
  #isListening = false;
  /** The packet that is being written, and whether it ends an event and was taken. */
  #packet = noBytes;
  #endsEvent = false;
  #isTaken = true;

  /**
   * @param unread limits the unread bytes; undefined if the caller limits them itself
   * @param isEventStream true if the pieces are whole events
   */
  constructor(response: UwsResponse, unread: ByteBudget<UwsResponse> | undefined, isEventStream: boolean) {
    this.#response = response;
    this.#unread = unread;
    this.#isEventStream = isEventStream;
  }

  /** @returns false if the client does not keep up */
  write(piece: string | Uint8Array): boolean {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    if (this.#waiting.byteLength > 0) {
      this.#waiting = Buffer.concat([this.#waiting, bytes]);
      return false;
    }
    this.#waiting = bytes;
    return this.#sendWaiting();
  }

  /** Calls `listener` each time that everything was passed on. */
  onWritable(listener: () => void): void {
    this.#writableListener = listener;
    this.#listenForRoom();
  }

  end(): void {
    if (this.#waiting.byteLength > 0) this.#endsAfterWaiting = true;
    else this.#response.cork(() => this.#response.end());
  }

  /** Sends packets until the client takes no more; returns false then. */
  #sendWaiting(): boolean {
    while (this.#waiting.byteLength > 0) {
      const unread = this.#waiting.byteLength;
      this.#endsEvent = this.#isEventStream && unread <= packetBytes;
      this.#packet = unread <= packetBytes ? this.#waiting : this.#waiting.subarray(0, packetBytes);
      this.#waiting = unread <= packetBytes ? noBytes : this.#waiting.subarray(packetBytes);
      this.#response.cork(this.#writePacket);
      this.#packet = noBytes;
      if (this.#isTaken) continue;
      this.#listenForRoom();
      this.#unread?.hold(this.#response, unread);
      return false;
    }
    return true;
  }

  /**
   * Writes a chunk. uWebSockets.js sends the CRLF that ends a chunk only with the next one. An empty line in a chunk of
   * its own therefore follows each event, to complete it for the reader (EVT-14). It is a field, because a closure for
   * each write to thousands of streams would be slow.
   */
  readonly #writePacket = (): void => {
    const isTaken = this.#response.write(this.#packet);
    this.#isTaken = this.#endsEvent ? this.#response.write(emptyLine) && isTaken : isTaken;
  };

  #listenForRoom(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    this.#response.onWritable(() => {
      this.#continue();
      return true;
    });
  }

  #continue(): void {
    // With a listener set, uWebSockets.js sends the rest in its own buffer only before another write.
    if (this.#isEventStream && this.#waiting.byteLength === 0) this.#waiting = emptyLine;
    if (!this.#sendWaiting()) return;
    this.#unread?.release(this.#response);
    if (this.#endsAfterWaiting) this.end();
    else this.#writableListener?.();
  }
}
