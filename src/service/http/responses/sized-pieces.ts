/**
 * A body in pieces whose length is known before the first of them leaves: bytes that are kept, and stay as they are until the last
 * has left.
 */
export class SizedPieces implements Iterable<Uint8Array> {
  readonly bytes: number;
  readonly #pieces: readonly Uint8Array[];
  readonly #onHeld: (bytes: number) => void;

  /** @param onHeld told how many bytes more, or less, those who are reading hold */
  constructor(pieces: readonly Uint8Array[], onHeld: (bytes: number) => void) {
    this.bytes = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
    this.#pieces = pieces;
    this.#onHeld = onHeld;
  }

  *[Symbol.iterator](): Generator<Uint8Array> {
    this.#onHeld(this.bytes);
    try {
      yield* this.#pieces;
    } finally {
      this.#onHeld(-this.bytes);
    }
  }
}
