import type { UwsResponse } from './uws-types.js';

/** Maximum bytes of one write: with its framing it fits into the 16 KiB cork buffer of uWebSockets.js. */
export const packetBytes = 16_000;
/** Estimated bytes that frame a piece. */
const frameBytes = 16;

const noBytes: Uint8Array = new Uint8Array();
/** An empty line, which event streams ignore. */
const emptyLine: Uint8Array = new Uint8Array([10]);

/**
 * Writes a chunk. uWebSockets.js sends the CRLF that ends a chunk with the next one, so an event is followed by
 * an empty line as a chunk of its own, which completes it for the reader (EVT-14).
 */
export function writeChunk(response: UwsResponse, piece: string | Uint8Array, endsEvent: boolean): boolean {
  const isTaken = response.write(piece);
  return endsEvent ? response.write(emptyLine) && isTaken : isTaken;
}

/**
 * Writes pieces that each fit into one cork of uWebSockets.js. For a larger write it sends the cork buffer first, and
 * if the system takes nothing of that, it loses the rest: slow readers missed some 10 kB of a response.
 */
export class CorkWriter {
  /** The response whose pieces are being gathered. */
  #gathering: UwsResponse | undefined;
  #pieces: (() => boolean)[] = [];
  #bytes = 0;
  /** Arguments and result of `sendSingle`; fields, because a closure for each of thousands of streams would be slow. */
  #response: UwsResponse | undefined;
  #piece = noBytes;
  #endsEvent = false;
  #isTaken = true;

  /** Gathers the pieces that `work` sends of one response into as few packets as possible. */
  gather(response: UwsResponse, work: () => void): void {
    if (this.#gathering === response) return work();
    const [gathering, pieces, bytes] = [this.#gathering, this.#pieces, this.#bytes];
    this.#gathering = response;
    this.#pieces = [];
    this.#bytes = 0;
    try {
      work();
    } finally {
      this.#flush(response);
      this.#gathering = gathering;
      this.#pieces = pieces;
      this.#bytes = bytes;
    }
  }

  /** True while pieces of this response are being gathered. */
  isGathering(response: UwsResponse): boolean {
    return this.#gathering === response;
  }

  /**
   * @param bytes bytes of the piece, at most `packetBytes`
   * @param write passes it to uWebSockets.js
   * @returns false if the client does not keep up, as far as known
   */
  send(response: UwsResponse, bytes: number, write: () => boolean): boolean {
    if (this.#gathering !== response) {
      let isTaken = true;
      response.cork(() => {
        isTaken = write();
      });
      return isTaken;
    }
    const isTaken = this.#bytes + bytes <= packetBytes || this.#flush(response);
    this.#pieces.push(write);
    this.#bytes += bytes + frameBytes;
    return isTaken;
  }

  /** Sends one piece of a response that is not being gathered. */
  sendSingle(response: UwsResponse, piece: Uint8Array, endsEvent: boolean): boolean {
    this.#response = response;
    this.#piece = piece;
    this.#endsEvent = endsEvent;
    response.cork(this.#writeSingle);
    this.#response = undefined;
    this.#piece = noBytes;
    return this.#isTaken;
  }

  readonly #writeSingle = (): void => {
    this.#isTaken = writeChunk(this.#response!, this.#piece, this.#endsEvent);
  };

  /** Drops the gathered pieces of a response whose connection has closed. */
  forget(response: UwsResponse): void {
    if (this.#gathering === response) this.#pieces = [];
  }

  #flush(response: UwsResponse): boolean {
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#bytes = 0;
    let isTaken = true;
    if (pieces.length > 0)
      response.cork(() => {
        for (const write of pieces) isTaken = write() && isTaken;
      });
    return isTaken;
  }
}
