import { FileRefused } from '../format.js';
import * as $ from './bytes.js';

/** A member of the outer object: where its value stands. */
export interface OuterMember {
  readonly name: string;
  readonly nameStart: number;
  readonly start: number;
  readonly end: number;
}

/** An element of the outer list: where it stands, with what is before it and behind it up to the next comma or bracket. */
export interface ListedValue {
  readonly from: number;
  readonly start: number;
  readonly end: number;
  readonly to: number;
}

/** The value of the list that the scanner looks into. */
export interface ScannedList {
  readonly start: number;
  readonly values: ListedValue[];
  /** Where there is something else than an object; undefined for a list of objects alone. */
  badAt: number | undefined;
}

/** What may come next. */
const value = 0;
const valueOrEnd = 1;
const name = 2;
const nameOrEnd = 3;
const nameColon = 4;
const commaOrEnd = 5;
const nothing = 6;

/** What a string that is being read is. */
const noString = 0;
const nameString = 1;
const valueString = 2;

const isObject = 0;
const isArray = 1;

/**
 * Validates JSON text and finds in one pass the members of its outer object and the elements of one list among them.
 * Works in steps, keeps a byte for each open bracket and never calls itself, so that no nesting is too deep for it.
 */
export class Scanner {
  /** Where the outer object begins and ends. */
  start = 0;
  end = 0;
  readonly members: OuterMember[] = [];
  /** The last member with the name of the list; undefined while there is none. */
  list: ScannedList | undefined;
  readonly #path: string;
  readonly #bytes: Uint8Array;
  readonly #listName: string;
  #at: number;
  #state = value;
  #string = noString;
  #open = new Uint8Array(64);
  #depth = 0;
  #nameStart = 0;
  #outerName = '';
  #outerNameStart = 0;
  #outerStart = 0;
  /** Where the present element of the list begins, and what is before it. */
  #from = 0;
  #listedStart = 0;
  #isInList = false;
  /** The end of the last value, which the next comma or bracket follows. */
  #valueEnd = 0;

  /** @param at where the text begins: behind a byte order mark */
  constructor(path: string, bytes: Uint8Array, at: number, listName: string) {
    this.#path = path;
    this.#bytes = bytes;
    this.#at = at;
    this.#listName = listName;
  }

  /** How far it is. */
  get at(): number {
    return this.#at;
  }

  /** Goes on over about `length` bytes; true at the end of the text. @throws FileRefused */
  step(length: number): boolean {
    const bytes = this.#bytes;
    const limit = Math.min(this.#at + length, bytes.length);
    while (this.#at < limit) {
      if (this.#string !== noString) {
        if (!this.#readString(limit)) break;
        continue;
      }
      const byte = bytes[this.#at]!;
      if ($.isSpace(byte)) this.#at++;
      else this.#token(byte);
    }
    if (this.#at < bytes.length) return false;
    this.#checkEnd();
    return true;
  }

  #token(byte: number): void {
    switch (this.#state) {
      case value:
        return this.#beginValue(byte);
      case valueOrEnd:
        return byte === $.closeBracket ? this.#close(byte) : this.#beginValue(byte);
      case nameOrEnd:
        return byte === $.closeBrace ? this.#close(byte) : this.#beginName(byte);
      case name:
        return this.#beginName(byte);
      case nameColon:
        if (byte !== $.colon) throw this.#unexpected('":" after the name of a member');
        this.#at++;
        this.#state = value;
        return;
      case commaOrEnd:
        return byte === $.comma ? this.#comma() : this.#close(byte);
      default:
        throw this.#unexpected('nothing after the outer object');
    }
  }

  #comma(): void {
    this.#noteListed();
    this.#at++;
    this.#state = this.#open[this.#depth - 1] === isObject ? name : value;
  }

  #close(byte: number): void {
    const isInObject = this.#open[this.#depth - 1] === isObject;
    if (byte !== (isInObject ? $.closeBrace : $.closeBracket)) {
      throw this.#unexpected(isInObject ? '"," or "}" after a member' : '"," or "]" after an element');
    }
    if (this.#state === commaOrEnd) this.#noteListed();
    this.#at++;
    this.#depth--;
    if (this.#depth === 1) this.#isInList = false;
    this.#endValue();
  }

  #beginName(byte: number): void {
    if (byte !== $.quote) throw this.#unexpected('the name of a member in quotes');
    this.#nameStart = this.#at++;
    this.#string = nameString;
  }

  #beginValue(byte: number): void {
    if (this.#depth === 0) this.#beginOuter(byte);
    else if (this.#depth === 1) this.#beginMember(byte);
    else if (this.#depth === 2 && this.#isInList) {
      this.#listedStart = this.#at;
      if (byte !== $.openBrace) this.list!.badAt ??= this.#at;
    }
    if (byte === $.quote) {
      this.#at++;
      this.#string = valueString;
    } else if (byte === $.openBrace) this.#push(isObject, nameOrEnd);
    else if (byte === $.openBracket) this.#push(isArray, valueOrEnd);
    else {
      if (byte === $.minus || $.isDigit(byte)) this.#number();
      else this.#word();
      this.#endValue();
    }
  }

  #beginOuter(byte: number): void {
    if (byte !== $.openBrace) {
      throw new FileRefused(this.#path, this.#line(), 'it is broken: it holds no JSON object');
    }
    this.start = this.#at;
  }

  #beginMember(byte: number): void {
    this.#outerStart = this.#at;
    if (this.#outerName !== this.#listName) return;
    this.#isInList = byte === $.openBracket;
    this.#from = this.#at + 1;
    this.list = { start: this.#at, values: [], badAt: this.#isInList ? undefined : this.#at };
  }

  #push(kind: number, state: number): void {
    if (this.#depth === this.#open.length) {
      const longer = new Uint8Array(2 * this.#depth);
      longer.set(this.#open);
      this.#open = longer;
    }
    this.#open[this.#depth++] = kind;
    this.#at++;
    this.#state = state;
  }

  #endValue(): void {
    this.#valueEnd = this.#at;
    this.#state = commaOrEnd;
    if (this.#depth === 0) {
      this.#state = nothing;
      this.end = this.#at;
    }
    if (this.#depth !== 1) return;
    this.members.push({
      name: this.#outerName,
      nameStart: this.#outerNameStart,
      start: this.#outerStart,
      end: this.#at,
    });
  }

  /** At the comma or bracket behind a value. */
  #noteListed(): void {
    if (this.#depth !== 2 || !this.#isInList) return;
    this.list!.values.push({ from: this.#from, start: this.#listedStart, end: this.#valueEnd, to: this.#at });
    this.#from = this.#at + 1;
  }

  /** False when the string goes on behind `limit`. */
  #readString(limit: number): boolean {
    const bytes = this.#bytes;
    let i = this.#at;
    for (; i < limit; i++) {
      const byte = bytes[i]!;
      if (byte === $.quote) break;
      if (byte < $.space) {
        this.#at = i;
        throw this.#unexpected('an escape such as \\n');
      }
      if (byte === $.backslash) i = this.#escape(i);
    }
    this.#at = i;
    if (i >= limit) return false;
    this.#at++;
    if (this.#string === valueString) this.#endValue();
    else {
      this.#state = nameColon;
      if (this.#depth === 1) {
        this.#outerName = JSON.parse($.textOf(bytes, this.#nameStart, this.#at)) as string;
        this.#outerNameStart = this.#nameStart;
      }
    }
    this.#string = noString;
    return true;
  }

  /** Checks the escape at `at`; its last byte. */
  #escape(at: number): number {
    const bytes = this.#bytes;
    const kind = bytes[at + 1];
    if (kind === 0x75) {
      for (let i = at + 2; i < at + 6; i++)
        if (!isHex(bytes[i])) throw this.#unexpectedAt(i, 'a hexadecimal digit');
      return at + 5;
    }
    if (kind === undefined || !escapes.has(kind)) throw this.#unexpectedAt(at + 1, 'an escape of JSON');
    return at + 1;
  }

  #number(): void {
    const bytes = this.#bytes;
    if (bytes[this.#at] === $.minus) this.#at++;
    if (bytes[this.#at] === $.zero) this.#at++;
    else this.#digits();
    if (bytes[this.#at] === $.point) {
      this.#at++;
      this.#digits();
    }
    const exponent = bytes[this.#at];
    if (exponent === 0x65 || exponent === 0x45) {
      this.#at++;
      if (bytes[this.#at] === $.plus || bytes[this.#at] === $.minus) this.#at++;
      this.#digits();
    }
  }

  #digits(): void {
    const start = this.#at;
    while ($.isDigit(this.#bytes[this.#at])) this.#at++;
    if (this.#at === start) throw this.#unexpected('a digit');
  }

  #word(): void {
    for (const word of words) {
      if (word.every((byte, i) => this.#bytes[this.#at + i] === byte)) {
        this.#at += word.length;
        return;
      }
    }
    throw this.#unexpected('a value');
  }

  #checkEnd(): void {
    if (this.#string !== noString) throw this.#unexpected("a string's closing quote");
    if (this.#state === nothing) return;
    if (this.#depth === 0) throw this.#unexpected('a JSON object');
    throw this.#unexpected(this.#open[this.#depth - 1] === isObject ? '"}"' : '"]"');
  }

  #unexpectedAt(at: number, expected: string): FileRefused {
    this.#at = at;
    return this.#unexpected(expected);
  }

  #unexpected(expected: string): FileRefused {
    const [character] = $.textOf(this.#bytes, this.#at, Math.min(this.#at + 4, this.#bytes.length));
    const got = character === undefined ? 'but the text ends' : `got ${JSON.stringify(character)}`;
    return new FileRefused(
      this.#path,
      this.#line(),
      `it is broken: expected ${expected}, ${got}${this.#slip()}`,
    );
  }

  /** What those who edit by hand, or merge, leave behind. */
  #slip(): string {
    const text = $.textOf(this.#bytes, this.#at, Math.min(this.#at + 7, this.#bytes.length));
    if (conflictMarker.test(text))
      return '; it is a conflict of a merge: keep one side, or both with a comma between';
    if (/^(\/\/|\/\*|#)/.test(text)) return '; JSON has no comments';
    if (text.startsWith("'")) return '; texts are in double quotes';
    let before = this.#at - 1;
    while (before >= 0 && $.isSpace(this.#bytes[before]!)) before--;
    const isPastComma = /^[}\]]/.test(text) && this.#bytes[before] === $.comma;
    return isPastComma ? '; take out the comma before it' : '';
  }

  #line(): number {
    return $.lineAt(this.#bytes, this.#at);
  }
}

const conflictMarker = /^(<{7}|={7}|>{7})/;
const escapes = new Set([...'"\\/bfnrt'].map((letter) => letter.charCodeAt(0)));
const words = ['true', 'false', 'null'].map((word) => [...Buffer.from(word)]);

function isHex(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const lower = byte | 0x20;
  return $.isDigit(byte) || (lower >= 0x61 && lower <= 0x66);
}
