import { isUtf8 } from 'node:buffer';
import { isSafeNumber, parse as parseLossless } from 'lossless-json';
import type { Json } from '../json.js';
import type { Exchange } from './engines/engine.js';
import { ApiError } from './errors.js';

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

/**
 * The JSON value of a request body; undefined for an empty one.
 * @throws ApiError `invalid-json` that says where the text stops being JSON.
 */
export function parseBody(bytes: Uint8Array): Json | undefined {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw new ApiError('invalid-json', 'the text is not UTF-8');
  return parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
}

/** Strict JSON in which integers beyond 2^53 are kept exactly, as bigint. */
export function parseJson(text: string): Json {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    throw new ApiError('invalid-json', locate(text, (error as Error).message));
  }
  // JSON.parse has accepted the text; only its long integers have to be read again.
  return longInteger.test(text) ? parseExactly(text) : value;
}

function parseExactly(text: string): Json {
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
  if (offset === undefined) return reason;
  const before = text.slice(0, Number(offset));
  const line = before.split('\n').length;
  const column = before.length - before.lastIndexOf('\n');
  return `${reason} at line ${line}, column ${column}`;
}
