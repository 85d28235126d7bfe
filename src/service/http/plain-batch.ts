import { isAscii } from 'node:buffer';
import type { Json, JsonObject } from '../json.js';
import { DecimalReader, mostDigits } from './decimal.js';

const quote = 34;
const comma = 44;
const backslash = 92;
const closeBracket = 93;
const closeBrace = 125;
const firstPrintable = 32;

const begin = bytesOf('{"requests":[');
const idName = bytesOf('{"id":');
const methodName = bytesOf('"method":"');
const methodFirst = bytesOf('{"method":"');
const pathName = bytesOf('","path":');
const bodyName = bytesOf(',"body":{"value":');
const put = bytesOf('PUT');
const get = bytesOf('GET');

/** A number of more characters is for the parser. */
const longestNumber = 32;

const decimal = new DecimalReader();

/**
 * The value of a batch of items that read a property or set one to a number, written without blanks and in the order id,
 * method, path and body, as programs write them: in one pass over its bytes, which takes a third of what looking at its form
 * and parsing it do.
 * @returns undefined for a body that is anything else, whether it is good or not
 */
export function plainBatch(bytes: Uint8Array, known: KnownTexts): Json | undefined {
  if (!isAt(bytes, 0, begin) || !isAscii(bytes)) return undefined;
  const reader = new ItemReader(bytes, begin.length, known);
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
  readonly #known: KnownTexts;

  constructor(bytes: Uint8Array, at: number, known: KnownTexts) {
    this.#bytes = bytes;
    this.#known = known;
    this.at = at;
  }

  next(): JsonObject | undefined {
    const bytes = this.#bytes;
    let id: Json | undefined;
    if (this.#pass(idName)) {
      id = bytes[this.at] === quote ? this.#string() : this.#number();
      if (id === undefined || bytes[this.at++] !== comma || !this.#pass(methodName)) return undefined;
    } else if (!this.#pass(methodFirst)) return undefined;
    const isRead = isAt(bytes, this.at, get);
    if (!isRead && !isAt(bytes, this.at, put)) return undefined;
    this.at += put.length;
    if (!this.#pass(pathName)) return undefined;
    const path = this.#path();
    if (path === undefined) return undefined;
    if (isRead) {
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

  #pass(expected: Uint8Array): boolean {
    if (!isAt(this.#bytes, this.at, expected)) return false;
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
    const end = this.#endOfString();
    if (end === undefined) return undefined;
    const text = this.#known.of(this.#bytes, this.at + 1, end);
    this.at = end + 1;
    return text;
  }

  /** The place of the quote that ends a string without escapes. */
  #endOfString(): number | undefined {
    const bytes = this.#bytes;
    if (bytes[this.at] !== quote) return undefined;
    let i = this.at + 1;
    for (; bytes[i] !== quote; i++) {
      const code = bytes[i];
      if (code === undefined || code < firstPrintable || code === backslash) return undefined;
    }
    return i;
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

/**
 * Texts that come again and again are made once, so that whoever looks for one has its hash and compares no characters. One that
 * falls on the place of another takes it.
 */
export class KnownTexts {
  readonly #texts: (string | undefined)[] = new Array(mostKnown).fill(undefined);

  /** The text of ASCII bytes. */
  of(bytes: Uint8Array, start: number, end: number): string {
    if (end - start > longestKnown) return textOf(bytes, start, end);
    let hash = 0;
    for (let i = start; i < end; i++) hash = (31 * hash + bytes[i]!) | 0;
    const place = (hash ^ (hash >>> 12)) & (mostKnown - 1);
    const known = this.#texts[place];
    if (known !== undefined && isTextOf(known, bytes, start, end)) return known;
    const text = textOf(bytes, start, end);
    this.#texts[place] = text;
    return text;
  }
}

function isTextOf(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== bytes[start + i]) return false;
  return true;
}

function textOf(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.prototype.latin1Slice.call(bytes, start, end);
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function isAt(bytes: Uint8Array, at: number, expected: Uint8Array): boolean {
  for (let i = 0; i < expected.length; i++) if (bytes[at + i] !== expected[i]) return false;
  return true;
}
