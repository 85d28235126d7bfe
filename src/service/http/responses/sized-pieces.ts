/** A body in pieces of known total length: cached bytes that must not change until they are sent. */
export class SizedPieces implements Iterable<Uint8Array> {
  readonly bytes: number;
  readonly #pieces: readonly Uint8Array[];
  readonly #onHeld: (bytes: number) => void;

  /** @param onHeld receives by how many bytes the memory held by readers grows or shrinks */
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
