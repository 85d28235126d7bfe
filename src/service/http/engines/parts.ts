import { partBytes } from './engine.js';

/**
 * A long piece of an answer in parts, the next one when there is room for it. A text is encoded part by part: its bytes as a whole would
 * be a block for each connection, which the collector does not hear of before there are hundreds, while the text is one for all.
 */
export class Parts {
  /** Bytes that stay as long as something is left. */
  readonly bytes: number;
  readonly #piece: string | Uint8Array;
  readonly #perPart: number;
  #at = 0;

  /** @param bytes of the piece */
  constructor(piece: string | Uint8Array, bytes: number, perPart = partBytes) {
    this.#piece = piece;
    this.bytes = bytes;
    this.#perPart = perPart;
  }

  get isOver(): boolean {
    return this.#at >= this.#piece.length;
  }

  next(): Uint8Array {
    const piece = this.#piece;
    const from = this.#at;
    if (typeof piece !== 'string') {
      this.#at = from + this.#perPart;
      return piece.subarray(from, this.#at);
    }
    this.#at = endOfPart(piece, from + this.#perPart);
    return Buffer.from(piece.slice(from, this.#at));
  }
}

/** The two halves of a character stay together. */
function endOfPart(text: string, end: number): number {
  const isHalf = end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return isHalf ? end - 1 : end;
}
