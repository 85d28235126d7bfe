import { partBytes } from './engine.js';

const noBytes = new Uint8Array();

/**
 * Splits a large piece into parts, made when there is room for them. A string is encoded part by part:
 * encoded as a whole it would need a buffer per connection, while the string is shared by all.
 */
export class ChunkEncoder {
  /** Bytes that count as unread while something is left. */
  readonly bytes: number;
  readonly #piece: string | Uint8Array;
  readonly #maxPartBytes: number;
  #offset = 0;
  /** Encoded bytes that were not returned yet. */
  #encoded: Uint8Array = noBytes;

  /**
   * @param bytes bytes of the piece
   * @param maxPartBytes maximum bytes of a part
   */
  constructor(piece: string | Uint8Array, bytes: number, maxPartBytes = partBytes) {
    this.#piece = piece;
    this.bytes = bytes;
    this.#maxPartBytes = maxPartBytes;
  }

  get isOver(): boolean {
    return this.#encoded.length === 0 && this.#offset >= this.#piece.length;
  }

  next(): Uint8Array {
    const piece = this.#piece;
    const from = this.#offset;
    if (typeof piece !== 'string') {
      this.#offset = from + this.#maxPartBytes;
      return piece.subarray(from, this.#offset);
    }
    if (this.#encoded.length === 0) {
      this.#offset = endOfPart(piece, from + this.#maxPartBytes);
      this.#encoded = Buffer.from(piece.slice(from, this.#offset));
    }
    const encoded = this.#encoded;
    const end = endOfCharacter(encoded, this.#maxPartBytes);
    this.#encoded = encoded.subarray(end);
    return encoded.subarray(0, end);
  }
}

/** Returns an end that does not split a surrogate pair. */
function endOfPart(text: string, end: number): number {
  const isHalf = end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return isHalf ? end - 1 : end;
}

/** Returns an end that does not split a UTF-8 character. */
function endOfCharacter(bytes: Uint8Array, maxBytes: number): number {
  if (bytes.length <= maxBytes) return bytes.length;
  let end = maxBytes;
  while ((bytes[end]! & 0xc0) === 0x80) end--;
  return end;
}
