import { isUtf8 } from 'node:buffer';
import { hasEscapedName, parseScalar, parseValidJson } from '../../../wire/json.js';
import { isJsonObject, type Json } from '../../common/json.js';
import { maxBatchItems, maxBodyDepth, maxBodyValues, maxNumberLength } from '../../limits.js';
import { ApiError } from '../errors.js';
import { parseSimpleBatch, type RecentPaths } from './fast-batch.js';
import { parseNumberBody } from './fast-number-body.js';

/**
 * Matches an integer that a double may not represent, or a number with too many characters; strings may match too. Each
 * run of characters is tried at its start only, so that long runs take linear time.
 */
const longNumber = new RegExp(
  String.raw`(?:^|[[,:\s])-?\d{16}|(?<![-+.\deE])[-+.\deE]{${maxNumberLength + 1}}`,
);

const byteOrderMark = 0xfeff;
const quote = 34;
const space = 32;

/**
 * Returns the JSON value of a request body; undefined if it is empty.
 * @param recentPaths paths of earlier batches
 * @throws ApiError `invalid-json` for invalid JSON, a duplicate member or too deep nesting; `too-large` for too many
 * values (LIM-6)
 */
export function parseBody(bytes: Uint8Array, recentPaths?: RecentPaths): Json | undefined {
  if (bytes.length === 0) return undefined;
  const number = parseNumberBody(bytes);
  if (number !== undefined) return { value: number };
  const batch = recentPaths && parseSimpleBatch(bytes, recentPaths);
  if (batch !== undefined) return batch;
  const text = textOf(bytes);
  const value = parse(text);
  const members = membersWithinBounds(value);
  // A duplicate name is only one member of the parsed value.
  const isPlain = !longNumber.test(text) && !hasEscapedName(text) && countNames(text) === members;
  return isPlain ? value : parseValidJson(text, parseNumber, (name, at) => refuseDuplicate(text, name, at));
}

/** Up to this length, checking the bytes here is faster than a native call. */
const maxScannedBytes = 64;

/**
 * Returns the text of a body.
 * @throws ApiError `invalid-json` for bytes that are not UTF-8 or begin with a byte order mark
 */
function textOf(bytes: Uint8Array): string {
  if (bytes.length <= maxScannedBytes) {
    let bits = 0;
    for (let i = 0; i < bytes.length; i++) bits |= bytes[i]!;
    if (bits < 0x80) return Buffer.prototype.latin1Slice.call(bytes, 0, bytes.length);
  }
  if (!isUtf8(bytes)) throw new ApiError('invalid-json', 'the text is not UTF-8');
  const text = Buffer.prototype.utf8Slice.call(bytes, 0, bytes.length);
  if (text.charCodeAt(0) === byteOrderMark)
    throw new ApiError('invalid-json', 'the text begins with a byte order mark; send it without one');
  return text;
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    const { message } = error as Error;
    const reason = message.replace(/ in JSON at position.*$| at position.*$/s, '');
    const offset = /at position (\d+)/.exec(message)?.[1];
    throw new ApiError(
      'invalid-json',
      offset === undefined ? reason : reason + positionOf(text, Number(offset)),
    );
  }
}

/**
 * Returns the number of members in all objects of a value.
 * @throws ApiError for more values or levels than a body may have
 */
function membersWithinBounds(value: Json): number {
  const maxValues = maxBodyValues + frameValues * batchItems(value);
  let values = 0;
  let members = 0;
  const count = (json: Json, depth: number): void => {
    if (++values > maxValues)
      throw new ApiError('too-large', `a body may hold at most ${maxBodyValues} values; split it`);
    if (typeof json !== 'object' || json === null) return;
    if (depth === maxBodyDepth)
      throw new ApiError('invalid-json', `a body may nest at most ${maxBodyDepth} levels deep`);
    if (Array.isArray(json)) for (const item of json) count(item, depth + 1);
    else if (isJsonObject(json))
      for (const name in json) {
        members++;
        count(json[name]!, depth + 1);
      }
  };
  count(value, 0);
  return members;
}

/** Values that frame a batch item: the item, its id, method, path and body. */
const frameValues = 5;

/** Returns the number of items of a batch, whose frames do not count as values; 0 for any other body. */
function batchItems(value: Json): number {
  const items = isJsonObject(value) ? value.requests : undefined;
  return Array.isArray(items) ? Math.min(items.length, maxBatchItems) : 0;
}

/** Counts the names in JSON text, which are quotes followed by a colon; strings may add more. */
function countNames(text: string): number {
  let names = 0;
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1)) {
    let before = colon - 1;
    while (text.charCodeAt(before) <= space) before--;
    if (text.charCodeAt(before) === quote) names++;
  }
  return names;
}

function parseNumber(text: string): Json {
  if (text.length > maxNumberLength)
    throw new ApiError('invalid-json', `a number may have at most ${maxNumberLength} characters`);
  return parseScalar(text);
}

const maxShownLength = 80;

function refuseDuplicate(text: string, name: string, at: number): never {
  const shown = JSON.stringify(name.length > maxShownLength ? `${name.slice(0, maxShownLength)}…` : name);
  throw new ApiError('invalid-json', `the member ${shown} is there twice${positionOf(text, at)}`);
}

/** ` at line 1, column 12`. */
function positionOf(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return ` at line ${line}, column ${offset - before.lastIndexOf('\n')}`;
}
