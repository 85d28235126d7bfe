import { isUtf8 } from 'node:buffer';
import { type Json, parseScalar } from '../json.js';
import { hasEscapedName, parseValidJson } from '../json-parser.js';
import { maxValues } from '../types/graph/text.js';
import { ApiError } from './errors.js';
import { type Literal, longestNumber, withExactIntegers } from './exact-integers.js';
import {
  deepestNesting,
  duplicateIn,
  findDuplicate,
  formInSlices,
  formOf,
  type JsonForm,
  placeOf,
} from './json-form.js';
import { NoJson, readInSlices } from './json-in-slices.js';
import { numberAlone } from './number-alone.js';
import { type KnownTexts, plainBatch } from './plain-batch.js';

/** A body of more bytes is parsed in slices. */
export const longBytes = 128 * 1024;

/** An integer literal that a double may not hold. */
const longInteger = /\d{16}/;

const byteOrderMark = 0xfeff;

/**
 * The JSON value of a request body; undefined for an empty one.
 * @param known for texts that come again in other bodies
 * @throws ApiError `invalid-json` that says where the text stops being JSON, names a member twice, or nests too deeply.
 */
export function parseBody(bytes: Uint8Array, known?: KnownTexts): Json | undefined {
  if (bytes.length === 0) return undefined;
  const number = numberAlone(bytes);
  if (number !== undefined) return { value: number };
  const batch = known && plainBatch(bytes, known);
  if (batch !== undefined) return batch;
  const text = textOf(bytes);
  const form = formOf(text);
  check(form);
  const value = parse(text);
  const problem = longNumberIn(text, form.largeNumbers) ?? duplicateIn(text, value, form);
  if (problem !== undefined) throw new ApiError('invalid-json', problem);
  return exactly(text, value, form.largeNumbers);
}

/**
 * The same of the text of a long body, in slices between which others are served.
 * @param characters that are parsed at a time, at least
 * @throws ApiError
 */
export function* parseInSlices(text: string, characters?: number): Generator<void, Json> {
  const form = yield* formInSlices(text);
  check(form);
  const tooLong = longNumberIn(text, form.largeNumbers);
  const hasLargeNumbers = form.largeNumbers.length > 0 && tooLong === undefined;
  const read = (piece: string) =>
    exactly(piece, parsed(piece), hasLargeNumbers ? formOf(piece).largeNumbers : []);
  try {
    const { value, members } = yield* readInSlices(text, read, characters);
    const problem = tooLong ?? (members === form.members ? undefined : yield* findDuplicate(text));
    if (problem !== undefined) throw new ApiError('invalid-json', problem);
    return value;
  } catch (error) {
    if (error instanceof NoJson) throw new ApiError('invalid-json', whyNone(text, error));
    throw error;
  }
}

/** What nobody could read back is not begun to be read. @throws ApiError */
function check({ values, isTooDeep }: JsonForm): void {
  if (values > maxValues) throw new ApiError('too-large', `it holds more than ${maxValues} values`);
  if (isTooDeep) throw new ApiError('invalid-json', `it is nested more than ${deepestNesting} deep`);
}

/** So many bytes are looked at here: a call out of JavaScript costs more. */
const fewBytes = 64;

/** The text of a body. @throws ApiError `invalid-json` for bytes that are no UTF-8, or begin with a mark that says that they are */
export function textOf(bytes: Uint8Array): string {
  if (bytes.length <= fewBytes) {
    let bits = 0;
    for (let i = 0; i < bytes.length; i++) bits |= bytes[i]!;
    if (bits < 0x80) return Buffer.prototype.latin1Slice.call(bytes, 0, bytes.length);
  }
  if (!isUtf8(bytes)) throw new ApiError('invalid-json', 'the text is not UTF-8');
  const text = Buffer.prototype.utf8Slice.call(bytes, 0, bytes.length);
  if (text.charCodeAt(0) === byteOrderMark) {
    throw new ApiError('invalid-json', 'the text begins with a byte order mark: send it without one');
  }
  return text;
}

/** Strict JSON of the service's own making, in which integers beyond 2^53 are kept exactly, as bigint. */
export function parseJson(text: string): Json {
  return exactly(text, parse(text), longInteger.test(text) ? formOf(text).largeNumbers : []);
}

function parse(text: string): Json {
  try {
    return parsed(text);
  } catch (error) {
    throw new ApiError('invalid-json', locate(text, (error as Error).message));
  }
}

/** @throws SyntaxError */
function parsed(text: string): Json {
  const value = JSON.parse(text) as Json;
  return hasEscapedName(text) ? parseValidJson(text, JSON.parse) : value;
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

/** The parser's message with line and column instead of an offset. @param shift by so much is the offset too small */
function locate(text: string, message: string, shift = 0): string {
  const reason = message.replace(/ in JSON at position.*$| at position.*$/s, '');
  const offset = /at position (\d+)/.exec(message)?.[1];
  return offset === undefined ? reason : reason + placeOf(text, Number(offset) + shift);
}

/** What the parser says of a text that is read in slices: it sees the place where it is none, and little before that. */
function whyNone(text: string, { head, at }: NoJson): string {
  try {
    JSON.parse(head + text.slice(at));
  } catch (error) {
    return locate(text, (error as Error).message, at - head.length);
  }
  throw new Error('what was no JSON in pieces is JSON');
}
