import type { UwsResponse } from './uws-types.js';

const noBytes = new Uint8Array();

/**
 * A response in pieces of known total length. uWebSockets.js reports how much of each piece the system has taken
 * and keeps nothing of the rest, so a piece may have any size.
 */
export class SizedAnswer {
  /** True once everything was taken; the response must not be used any more. */
  isComplete = false;
  readonly #response: UwsResponse;
  readonly #length: number;
  /** Bytes of all pieces up to and including the current one. */
  #givenBytes = 0;
  /** The part of the current piece that was not taken yet. */
  #rest: Uint8Array = noBytes;

  /** @param length bytes of all pieces together */
  constructor(response: UwsResponse, length: number) {
    this.#response = response;
    this.#length = length;
  }

  /**
   * Sends the next piece; the one before must have been taken completely.
   * @returns true if all of it was taken
   */
  send(piece: Uint8Array): boolean {
    this.#rest = piece;
    this.#givenBytes += piece.byteLength;
    return this.sendRest();
  }

  /**
   * Sends the rest of the piece.
   * @returns true if nothing is left
   */
  sendRest(): boolean {
    const rest = this.#rest;
    if (rest.byteLength === 0) return true;
    const [isTaken, isComplete] = this.#response.tryEnd(rest, this.#length);
    this.isComplete = isComplete;
    const left = isTaken || isComplete ? 0 : this.#givenBytes - this.#response.getWriteOffset();
    this.#rest = rest.subarray(rest.byteLength - left);
    return isTaken || isComplete;
  }
}
