import { isUtf8 } from 'node:buffer';
import { isSafeNumber, parse as parseLossless } from 'lossless-json';
import type { Json } from '../json.js';
import type { Exchange } from './engines/engine.js';
import { ApiError } from './errors.js';
import { placeOf, problemOf } from './json-form.js';

/** An integer literal that a double may not hold. */
const longInteger = /\d{16}/;

export function tooLarge(limit: number): ApiError {
  return new ApiError('too-large', `the limit is ${limit} bytes`);
}

/**
 * Reads the body of a request; one of more than `limit` bytes is an error as soon as it has so many.
 * @param done called once, with bytes that are good for the call only
 */
export function readBody(
  exchange: Exchange,
  limit: number,
  done: (body: Uint8Array, error?: ApiError) => void,
): void {
  let pieces: Uint8Array[] | undefined = [];
  let length = 0;
  exchange.onData((piece, isLast) => {
    if (pieces === undefined) return;
    length += piece.byteLength;
    if (length > limit) {
      pieces = undefined;
      return done(new Uint8Array(), tooLarge(limit));
    }
    if (piece.byteLength > 0) pieces.push(piece);
    if (isLast) done(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces));
  });
}

const byteOrderMark = 0xfeff;

/**
 * The JSON value of a request body; undefined for an empty one.
 * @throws ApiError `invalid-json` that says where the text stops being JSON, names a member twice, or nests too deeply.
 */
export function parseBody(bytes: Uint8Array): Json | undefined {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw new ApiError('invalid-json', 'the text is not UTF-8');
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  if (text.charCodeAt(0) === byteOrderMark) {
    throw new ApiError('invalid-json', 'the text begins with a byte order mark: send it without one');
  }
  const value = parse(text);
  const problem = problemOf(bytes, text, value);
  if (problem !== undefined) throw new ApiError('invalid-json', problem);
  return exactly(text, value);
}

/** Strict JSON of the service's own making, in which integers beyond 2^53 are kept exactly, as bigint. */
export function parseJson(text: string): Json {
  return exactly(text, parse(text));
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new ApiError('invalid-json', locate(text, (error as Error).message));
  }
}

/** JSON.parse has accepted the text; only its long integers have to be read again. */
function exactly(text: string, value: Json): Json {
  if (!longInteger.test(text)) return value;
  try {
    return parseLossless(text, undefined, readNumber) as Json;
  } catch (error) {
    throw new ApiError('invalid-json', (error as Error).message);
  }
}

function readNumber(literal: string): number | bigint {
  const isInteger = /^-?\d+$/.test(literal);
  return isInteger && !isSafeNumber(literal) ? BigInt(literal) : Number(literal);
}

/** The parser's message with line and column instead of an offset. */
function locate(text: string, message: string): string {
  const reason = message.replace(/ in JSON at position.*$| at position.*$/s, '');
  const offset = /at position (\d+)/.exec(message)?.[1];
  return offset === undefined ? reason : reason + placeOf(text, Number(offset));
}
