import type { UwsResponse } from './uws-types.js';

const nothing = new Uint8Array();

/**
 * An answer in pieces whose length was told: of each uWebSockets.js says how much the system has taken, and keeps nothing of the
 * rest, so that a piece may be as long as it likes.
 */
export class SizedAnswer {
  /** All of it has been taken: its response must not be used any more. */
  isAll = false;
  readonly #response: UwsResponse;
  readonly #length: number;
  /** Of all pieces up to the present one. */
  #given = 0;
  /** What of that one has not been taken. */
  #rest: Uint8Array = nothing;

  /** @param length of all pieces together */
  constructor(response: UwsResponse, length: number) {
    this.#response = response;
    this.#length = length;
  }

  /** Hands over the next piece, once all of the one before was taken. @returns whether all of it was taken */
  give(piece: Uint8Array): boolean {
    this.#rest = piece;
    this.#given += piece.byteLength;
    return this.giveRest();
  }

  /** Hands over what is left of the piece. @returns whether nothing is left */
  giveRest(): boolean {
    const rest = this.#rest;
    if (rest.byteLength === 0) return true;
    const [isTaken, isAll] = this.#response.tryEnd(rest, this.#length);
    this.isAll = isAll;
    const left = isTaken || isAll ? 0 : this.#given - this.#response.getWriteOffset();
    this.#rest = rest.subarray(rest.byteLength - left);
    return isTaken || isAll;
  }
}
