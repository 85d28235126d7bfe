import { partBytes } from './engine.js';

const nothing = new Uint8Array();

/**
 * A long piece of an answer in parts, the next one when there is room for it. A text is encoded part by part: its bytes as a whole would
 * be a block for each connection, which the collector does not hear of before there are hundreds, while the text is one for all.
 */
export class ChunkEncoder {
  /** Bytes that stay as long as something is left. */
  readonly bytes: number;
  readonly #piece: string | Uint8Array;
  readonly #perPart: number;
  #at = 0;
  /** What has been encoded and not been given. */
  #encoded: Uint8Array = nothing;

  /**
   * @param bytes of the piece
   * @param perPart bytes of a part, at the most
   */
  constructor(piece: string | Uint8Array, bytes: number, perPart = partBytes) {
    this.#piece = piece;
    this.bytes = bytes;
    this.#perPart = perPart;
  }

  get isOver(): boolean {
    return this.#encoded.length === 0 && this.#at >= this.#piece.length;
  }

  next(): Uint8Array {
    const piece = this.#piece;
    const from = this.#at;
    if (typeof piece !== 'string') {
      this.#at = from + this.#perPart;
      return piece.subarray(from, this.#at);
    }
    if (this.#encoded.length === 0) {
      this.#at = endOfPart(piece, from + this.#perPart);
      this.#encoded = Buffer.from(piece.slice(from, this.#at));
    }
    const encoded = this.#encoded;
    const end = endOfCharacters(encoded, this.#perPart);
    this.#encoded = encoded.subarray(end);
    return encoded.subarray(0, end);
  }
}

/** The two halves of a character stay together. */
function endOfPart(text: string, end: number): number {
  const isHalf = end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return isHalf ? end - 1 : end;
}

/** And so do its bytes. */
function endOfCharacters(bytes: Uint8Array, most: number): number {
  if (bytes.length <= most) return bytes.length;
  let end = most;
  while ((bytes[end]! & 0xc0) === 0x80) end--;
  return end;
}
