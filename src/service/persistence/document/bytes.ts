/** The characters of JSON, as bytes of UTF-8, in which no byte of a longer character is one of them. */
export const tab = 0x09;
export const lineFeed = 0x0a;
export const carriageReturn = 0x0d;
export const space = 0x20;
export const quote = 0x22;
export const plus = 0x2b;
export const comma = 0x2c;
export const minus = 0x2d;
export const point = 0x2e;
export const zero = 0x30;
export const nine = 0x39;
export const colon = 0x3a;
export const openBracket = 0x5b;
export const backslash = 0x5c;
export const closeBracket = 0x5d;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;

export function isSpace(byte: number | undefined): boolean {
  return byte === space || byte === lineFeed || byte === carriageReturn || byte === tab;
}

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= zero && byte <= nine;
}

/** The text of a range, which begins and ends between characters. */
export function textOf(bytes: Uint8Array, start = 0, end = bytes.length): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
}

/** The number of the line that a place is in; the first is 1. */
export function lineAt(bytes: Uint8Array, position: number): number {
  let line = 1;
  for (let at = bytes.indexOf(lineFeed); at >= 0 && at < position; at = bytes.indexOf(lineFeed, at + 1))
    line++;
  return line;
}

/*
 * Walking over text that has been validated: whatever does not end a value belongs to it.
 */

export function skipSpace(bytes: Uint8Array, at: number): number {
  let i = at;
  while (isSpace(bytes[i])) i++;
  return i;
}

/** The end of the string that begins at `at`. */
export function skipString(bytes: Uint8Array, at: number): number {
  let i = at + 1;
  for (; bytes[i] !== quote; i++) if (bytes[i] === backslash) i++;
  return i + 1;
}

/** Goes over values, however deep they are and however long. */
export class ValueSkip {
  readonly #bytes: Uint8Array;
  #at = 0;
  #depth = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** A value begins there. */
  begin(at: number): void {
    this.#at = at;
    this.#depth = 0;
  }

  /** How far it is: the end of the value once it is there. */
  get at(): number {
    return this.#at;
  }

  /** Goes on over about `length` bytes; true at the end of the value. */
  step(length: number): boolean {
    const bytes = this.#bytes;
    const limit = this.#at + length;
    let [i, depth] = [this.#at, this.#depth];
    while (i < limit) {
      const byte = bytes[i]!;
      if (byte === quote) i = skipString(bytes, i);
      else {
        i++;
        if (byte === openBrace || byte === openBracket) depth++;
        else if (byte === closeBrace || byte === closeBracket) depth--;
        else if (depth === 0) i = skipWord(bytes, i);
      }
      if (depth > 0) continue;
      this.#at = i;
      return true;
    }
    this.#at = i;
    this.#depth = depth;
    return false;
  }
}

/** The end of a number, `true`, `false` or `null`. */
export function skipWord(bytes: Uint8Array, at: number): number {
  let i = at;
  for (; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte === comma || byte === closeBrace || byte === closeBracket || isSpace(byte)) break;
  }
  return i;
}
