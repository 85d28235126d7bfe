import { isUtf8 } from 'node:buffer';
import { HeldBytes } from '../held-bytes.js';
import { type Json, parseScalar } from '../json.js';
import { hasEscapedName, parseValidJson } from '../json-parser.js';
import { maxValues } from '../types/graph/text.js';
import type { Exchange } from './engines/engine.js';
import { ApiError } from './errors.js';
import { type Literal, longestNumber, withExactIntegers } from './exact-integers.js';
import { InTurns, largeBytes, type Waiting } from './in-turns.js';
import { deepestNesting, duplicateIn, formOf, placeOf } from './json-form.js';
import { numberAlone } from './number-alone.js';

/** An integer literal that a double may not hold. */
const longInteger = /\d{16}/;

export function tooLarge(limit: number): ApiError {
  return new ApiError('too-large', `the limit is ${limit} bytes`);
}

/** Bytes of bodies that all connections together may have sent in part (wire.md section 1). */
export const mostReceiving = 64 * 1024 * 1024;

/**
 * The bodies that are being received or wait to be served; past the bound the one that has not grown for the longest time is
 * refused.
 */
export class ReceivedBodies {
  readonly #held: HeldBytes<BodyReader>;
  readonly #turns: InTurns;

  /**
   * @param warn told that one was refused
   * @param now monotonic milliseconds
   */
  constructor(warn: (message: string) => void, now: () => number, limit = mostReceiving) {
    this.#turns = new InTurns(now);
    const reason = `bodies of more than ${limit} bytes were being received, and this one had not grown for the longest time`;
    this.#held = new HeldBytes(limit, (reader) => {
      warn(`Refused a request: ${reason}`);
      reader.refuse(new ApiError('too-many-bodies', reason, [['Retry-After', '1']]));
    });
  }

  /**
   * Reads the body of a request; one of more than `limit` bytes is an error as soon as it has so many. Of large ones that are
   * there at once each gets a turn of the event loop.
   * @param done called once, with bytes that are good for the call only
   */
  read(exchange: Exchange, limit: number, done: BodyListener): void {
    const reader = new BodyReader(this.#held, this.#turns, limit, done);
    exchange.onData((piece, isLast) => reader.take(exchange, piece, isLast));
  }

  /** Serves a body that has been read, of so many bytes, in its turn. @param work throws nothing */
  inTurn(bytes: number, work: () => void): void {
    if (bytes <= largeBytes) work();
    else if (this.#turns.mustWait(bytes)) this.#turns.add({ serve: work });
    else this.#turns.serve(work);
  }
}

type BodyListener = (body: Uint8Array, error?: ApiError) => void;

const nothing = new Uint8Array();
const smallestRoom = 16 * 1024;

/** One body. It grows in one block: a body that comes byte by byte must not become as many objects. */
class BodyReader implements Waiting {
  readonly #held: HeldBytes<BodyReader>;
  readonly #turns: InTurns;
  readonly #limit: number;
  readonly #done: BodyListener;
  #bytes: Buffer | undefined;
  #length = 0;
  #isOver = false;

  constructor(held: HeldBytes<BodyReader>, turns: InTurns, limit: number, done: BodyListener) {
    this.#held = held;
    this.#turns = turns;
    this.#limit = limit;
    this.#done = done;
  }

  take(exchange: Exchange, piece: Uint8Array, isLast: boolean): void {
    if (this.#isOver) return;
    const length = this.#length + piece.byteLength;
    if (length > this.#limit) return this.refuse(tooLarge(this.#limit));
    // Most bodies come in one piece.
    if (isLast && this.#length === 0 && !this.#turns.mustWait(length)) return this.#end(piece);
    // uWebSockets.js tells of the head alone, too, where the body comes later, as curl sends what is long.
    if (piece.byteLength === 0 && !isLast) return;
    if (this.#bytes === undefined) exchange.onAborted(this);
    this.#append(piece, length);
    if (this.#isOver) return;
    if (!isLast) return;
    if (this.#turns.mustWait(length)) this.#turns.add(this);
    else this.serve();
  }

  serve(): void {
    this.#end(this.#bytes!.subarray(0, this.#length));
  }

  refuse(error: ApiError): void {
    this.#end(nothing, error);
  }

  /** The client has gone. */
  aborted(): void {
    this.#isOver = true;
    this.#bytes = undefined;
    this.#held.release(this);
    this.#turns.remove(this);
  }

  #append(piece: Uint8Array, length: number): void {
    const room = this.#bytes?.length ?? 0;
    if (length > room) {
      const larger = Buffer.allocUnsafeSlow(Math.min(Math.max(2 * length, smallestRoom), this.#limit));
      this.#bytes?.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#bytes!.set(piece, this.#length);
    this.#length = length;
    this.#held.hold(this, this.#bytes!.length);
  }

  #end(body: Uint8Array, error?: ApiError): void {
    if (this.#isOver) return;
    if (this.#bytes === undefined) this.#isOver = true;
    else this.aborted();
    if (body.length <= largeBytes) this.#done(body, error);
    else this.#turns.serve(() => this.#done(body, error));
  }
}

const byteOrderMark = 0xfeff;

/**
 * The JSON value of a request body; undefined for an empty one.
 * @throws ApiError `invalid-json` that says where the text stops being JSON, names a member twice, or nests too deeply.
 */
export function parseBody(bytes: Uint8Array): Json | undefined {
  if (bytes.length === 0) return undefined;
  const number = numberAlone(bytes);
  if (number !== undefined) return { value: number };
  const text = textOf(bytes);
  if (text.charCodeAt(0) === byteOrderMark) {
    throw new ApiError('invalid-json', 'the text begins with a byte order mark: send it without one');
  }
  const form = formOf(text);
  // What nobody could read back is not begun to be read.
  if (form.values > maxValues) throw new ApiError('too-large', `it holds more than ${maxValues} values`);
  if (form.isTooDeep) throw new ApiError('invalid-json', `it is nested more than ${deepestNesting} deep`);
  const value = parse(text);
  const problem = longNumberIn(text, form.largeNumbers) ?? duplicateIn(text, value, form);
  if (problem !== undefined) throw new ApiError('invalid-json', problem);
  return exactly(text, value, form.largeNumbers);
}

/** So many bytes are looked at here: a call out of JavaScript costs more. */
const fewBytes = 64;

/** @throws ApiError `invalid-json` for bytes that are no UTF-8 */
function textOf(bytes: Uint8Array): string {
  if (bytes.length <= fewBytes) {
    let bits = 0;
    for (let i = 0; i < bytes.length; i++) bits |= bytes[i]!;
    if (bits < 0x80) return Buffer.prototype.latin1Slice.call(bytes, 0, bytes.length);
  }
  if (!isUtf8(bytes)) throw new ApiError('invalid-json', 'the text is not UTF-8');
  return Buffer.prototype.utf8Slice.call(bytes, 0, bytes.length);
}

/** Strict JSON of the service's own making, in which integers beyond 2^53 are kept exactly, as bigint. */
export function parseJson(text: string): Json {
  return exactly(text, parse(text), longInteger.test(text) ? formOf(text).largeNumbers : []);
}

function parse(text: string): Json {
  try {
    const value = JSON.parse(text) as Json;
    return hasEscapedName(text) ? parseValidJson(text, JSON.parse) : value;
  } catch (error) {
    throw new ApiError('invalid-json', locate(text, (error as Error).message));
  }
}

/** JSON.parse has accepted the text; only its long integers are not what they were. */
function exactly(text: string, value: Json, largeNumbers: readonly Literal[]): Json {
  if (largeNumbers.length === 0) return value;
  return hasEscapedName(text)
    ? parseValidJson(text, parseScalar)
    : withExactIntegers(text, value, largeNumbers);
}

/** What takes long to read as a number, and is none that anybody means; with its place. */
function longNumberIn(text: string, largeNumbers: readonly Literal[]): string | undefined {
  const longest = largeNumbers.find(({ start, end }) => end - start > longestNumber);
  return longest && `a number has more than ${longestNumber} characters${placeOf(text, longest.start)}`;
}

/** The parser's message with line and column instead of an offset. */
function locate(text: string, message: string): string {
  const reason = message.replace(/ in JSON at position.*$| at position.*$/s, '');
  const offset = /at position (\d+)/.exec(message)?.[1];
  return offset === undefined ? reason : reason + placeOf(text, Number(offset));
}
