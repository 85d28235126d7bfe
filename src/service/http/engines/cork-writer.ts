import type { UwsResponse } from './uws-types.js';

/** So many bytes of an answer, with what frames them, fit into what uWebSockets.js corks, which is 16 KiB. */
export const packetBytes = 16_000;
/** About what frames a piece of an answer. */
const frameBytes = 16;

const nothing: Uint8Array = new Uint8Array();
/** Event streams ignore it. */
const emptyLine: Uint8Array = new Uint8Array([10]);

/**
 * Writes a chunk. uWebSockets.js sends the CRLF that ends a chunk with the next one: behind events an empty line follows as a
 * chunk of its own, so that readers have theirs whole (EVT-14).
 */
export function writeChunk(response: UwsResponse, piece: string | Uint8Array, endsEvent: boolean): boolean {
  const isTaken = response.write(piece);
  return endsEvent ? response.write(emptyLine) && isTaken : isTaken;
}

/**
 * Pieces of answers, each of which goes into a cork of uWebSockets.js as a whole. It would take longer ones too: it sends what it has
 * corked so far, and the rest behind it. But where the system takes nothing of the former at that moment, it forgets the latter, and
 * says only that the client does not keep up: a client that reads slowly lost some 10 kB of a long answer, or of an event, now and then.
 */
export class CorkWriter {
  /** Whose pieces are being gathered. */
  #gathers: UwsResponse | undefined;
  #pieces: (() => boolean)[] = [];
  #bytes = 0;
  /** What `alone` hands over, and whether it was taken: made anew for each of thousands of streams, these would take their time. */
  #response: UwsResponse | undefined;
  #piece = nothing;
  #endsEvent = false;
  #isTaken = true;

  /** What `work` gives of one answer leaves in as few packets as it can. */
  together(response: UwsResponse, work: () => void): void {
    if (this.#gathers === response) return work();
    const [gathers, pieces, bytes] = [this.#gathers, this.#pieces, this.#bytes];
    this.#gathers = response;
    this.#pieces = [];
    this.#bytes = 0;
    try {
      work();
    } finally {
      this.#leave(response);
      this.#gathers = gathers;
      this.#pieces = pieces;
      this.#bytes = bytes;
    }
  }

  /** Whether pieces of this answer are put together now. */
  gathers(response: UwsResponse): boolean {
    return this.#gathers === response;
  }

  /**
   * @param bytes of the piece, no more than `packetBytes`
   * @param write hands it to uWebSockets.js
   * @returns false when the client does not keep up, as far as it is known
   */
  give(response: UwsResponse, bytes: number, write: () => boolean): boolean {
    if (this.#gathers !== response) {
      let isTaken = true;
      response.cork(() => {
        isTaken = write();
      });
      return isTaken;
    }
    const isTaken = this.#bytes + bytes <= packetBytes || this.#leave(response);
    this.#pieces.push(write);
    this.#bytes += bytes + frameBytes;
    return isTaken;
  }

  /** Gives one piece of an answer that is not being gathered. */
  alone(response: UwsResponse, piece: Uint8Array, endsEvent: boolean): boolean {
    this.#response = response;
    this.#piece = piece;
    this.#endsEvent = endsEvent;
    response.cork(this.#writeAlone);
    this.#response = undefined;
    this.#piece = nothing;
    return this.#isTaken;
  }

  readonly #writeAlone = (): void => {
    this.#isTaken = writeChunk(this.#response!, this.#piece, this.#endsEvent);
  };

  /** The answer has ended with its connection. */
  forget(response: UwsResponse): void {
    if (this.#gathers === response) this.#pieces = [];
  }

  #leave(response: UwsResponse): boolean {
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
