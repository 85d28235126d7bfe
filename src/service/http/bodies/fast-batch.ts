import { isAscii } from 'node:buffer';
import { TextEncoder } from 'node:util';
import type { Json, JsonObject } from '../../json.js';
import { DecimalReader, mostDigits } from './decimal.js';

const quote = 34;
const comma = 44;
const backslash = 92;
const closeBracket = 93;
const closeBrace = 125;
const firstPrintable = 32;

/** Bytes that a reader expects, compared four at a time. */
class Literal {
  readonly length: number;
  readonly #words: readonly number[];

  /** @param text of four ASCII characters or more */
  constructor(text: string) {
    const view = new DataView(new TextEncoder().encode(text).slice().buffer);
    this.length = view.byteLength;
    // The last four overlap those before them where it is no multiple.
    const words = Array.from({ length: Math.floor(this.length / 4) }, (_, i) => view.getInt32(4 * i));
    this.#words = [...words, view.getInt32(this.length - 4)];
  }

  /** @param size of the view, to ask for which is a call */
  isAt(view: DataView, at: number, size: number): boolean {
    const last = at + this.length - 4;
    if (last + 4 > size) return false;
    const words = this.#words;
    const whole = words.length - 1;
    for (let i = 0; i < whole; i++) if (view.getInt32(at + 4 * i) !== words[i]) return false;
    return view.getInt32(last) === words[whole];
  }
}

const begin = new Literal('{"requests":[');
const idName = new Literal('{"id":');
const readFirst = new Literal('{"method":"GET","path":');
const writeFirst = new Literal('{"method":"PUT","path":');
const readNext = new Literal(',"method":"GET","path":');
const writeNext = new Literal(',"method":"PUT","path":');
const bodyName = new Literal(',"body":{"value":');

/** A number of more characters is for the parser. */
const longestNumber = 32;

const decimal = new DecimalReader();

/**
 * The value of a batch of items that read a property or set one to a number, written without blanks and in the order id,
 * method, path and body, as programs write them: in one pass over its bytes, which takes a third of what looking at its form
 * and parsing it do.
 * @returns undefined for a body that is anything else, whether it is good or not
 */
export function parseSimpleBatch(bytes: Uint8Array, known: KnownTexts): Json | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!begin.isAt(view, 0, bytes.length) || !isAscii(bytes)) return undefined;
  const reader = new ItemReader(bytes, view, begin.length, known);
  const requests: Json[] = [];
  for (;;) {
    const item = reader.next();
    if (item === undefined) return undefined;
    requests.push(item);
    const code = bytes[reader.at++];
    if (code === comma) continue;
    const isEnd = code === closeBracket && bytes[reader.at] === closeBrace && reader.at === bytes.length - 1;
    return isEnd ? { requests } : undefined;
  }
}

class ItemReader {
  at: number;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #known: KnownTexts;
  #hash = 0;
  #items = 0;

  constructor(bytes: Uint8Array, view: DataView, at: number, known: KnownTexts) {
    this.#bytes = bytes;
    this.#view = view;
    this.#known = known;
    this.at = at;
  }

  next(): JsonObject | undefined {
    const bytes = this.#bytes;
    let id: Json | undefined;
    const hasId = this.#pass(idName);
    if (hasId) {
      id = bytes[this.at] === quote ? this.#string() : this.#number();
      if (id === undefined) return undefined;
    }
    const isWrite = this.#pass(hasId ? writeNext : writeFirst);
    if (!isWrite && !this.#pass(hasId ? readNext : readFirst)) return undefined;
    const path = this.#path();
    if (path === undefined) return undefined;
    if (!isWrite) {
      if (bytes[this.at++] !== closeBrace) return undefined;
      return id === undefined ? { method: 'GET', path } : { id, method: 'GET', path };
    }
    if (!this.#pass(bodyName)) return undefined;
    const value = this.#number();
    if (value === undefined || bytes[this.at++] !== closeBrace || bytes[this.at++] !== closeBrace)
      return undefined;
    return id === undefined
      ? { method: 'PUT', path, body: { value } }
      : { id, method: 'PUT', path, body: { value } };
  }

  #pass(expected: Literal): boolean {
    if (!expected.isAt(this.#view, this.at, this.#bytes.length)) return false;
    this.at += expected.length;
    return true;
  }

  #string(): string | undefined {
    const end = this.#endOfString();
    if (end === undefined) return undefined;
    const text = textOf(this.#bytes, this.at + 1, end);
    this.at = end + 1;
    return text;
  }

  #path(): string | undefined {
    // Most batches come again, with other values.
    const place = this.#items++;
    const guess = this.#known.guess(place);
    if (guess !== undefined && this.#pass(guess.quoted)) return guess.text;
    const end = this.#endOfString();
    if (end === undefined) return undefined;
    const text = this.#known.of(this.#bytes, this.at + 1, end, this.#hash, place);
    this.at = end + 1;
    return text;
  }

  /** The place of the quote that ends a string without escapes; its hash is known then. */
  #endOfString(): number | undefined {
    const bytes = this.#bytes;
    if (bytes[this.at] !== quote) return undefined;
    let hash = 0;
    for (let i = this.at + 1; i < bytes.length; i++) {
      const code = bytes[i]!;
      if (code === quote) {
        this.#hash = hash;
        return i;
      }
      if (code < firstPrintable || code === backslash) return undefined;
      hash = (31 * hash + code) | 0;
    }
    return undefined;
  }

  #number(): number | undefined {
    const start = this.at;
    if (!decimal.read(this.#bytes, start)) return undefined;
    const { end, value, wholeDigits } = decimal;
    this.at = end;
    if (!Number.isNaN(value)) return value;
    // An integer that a double may not hold is not to become one.
    if (wholeDigits > mostDigits || end - start > longestNumber) return undefined;
    return Number(textOf(this.#bytes, start, end));
  }
}

/** A power of two. */
const mostKnown = 4096;
const longestKnown = 256;
const shortestKnown = 2;

interface KnownText {
  readonly text: string;
  /** As it stands in a body: one that holds no escapes. */
  readonly quoted: Literal;
}

/**
 * Texts that come again and again are made once, so that whoever looks for one has its hash and compares no characters. One that
 * falls on the place of another takes it.
 */
export class KnownTexts {
  readonly #texts: (KnownText | undefined)[] = new Array(mostKnown).fill(undefined);
  /** The paths of the items of earlier batches, by their places. */
  readonly #expected: (KnownText | undefined)[] = new Array(mostKnown).fill(undefined);

  /** The path that the item at a place of a batch had last. */
  guess(item: number): KnownText | undefined {
    return item < mostKnown ? this.#expected[item] : undefined;
  }

  /**
   * The text of ASCII bytes without escapes, of which there is some hash.
   * @param item the place of the item in its batch whose path it is
   */
  of(bytes: Uint8Array, start: number, end: number, hash: number, item: number): string {
    const length = end - start;
    if (length > longestKnown || length < shortestKnown) return textOf(bytes, start, end);
    const place = (hash ^ (hash >>> 12)) & (mostKnown - 1);
    let known = this.#texts[place];
    if (known === undefined || !isTextOf(known.text, bytes, start, end)) {
      const text = textOf(bytes, start, end);
      known = { text, quoted: new Literal(`"${text}"`) };
      this.#texts[place] = known;
    }
    if (item < mostKnown) this.#expected[item] = known;
    return known.text;
  }
}

function isTextOf(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  // From the end: paths differ there.
  for (let i = text.length - 1; i >= 0; i--) if (text.charCodeAt(i) !== bytes[start + i]) return false;
  return true;
}

function textOf(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.prototype.latin1Slice.call(bytes, start, end);
}
