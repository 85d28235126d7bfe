import { isExact, type Json, type JsonObject, parseScalar } from '../json.js';
import { parseValidJson } from '../json-parser.js';

/** The most characters that a number in a body may have (wire.md section 1). */
export const longestNumber = 1024;

/** So many digits an integer has that a double may not hold. */
export const manyDigits = 16;

/** Where a number stands in a JSON text. */
export interface Literal {
  readonly start: number;
  readonly end: number;
}

const backslash = 92;

/** The place of the quote that ends the string which begins at `start`. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes++;
  return backslashes % 2 === 1;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** `e` and `E`. */
export function isExponent(code: number): boolean {
  return code === 101 || code === 69;
}

/** Digits, and `+`, `-`, `.`, `e`, `E`. */
export function isOfNumber(code: number): boolean {
  return isDigit(code) || code === 43 || code === 45 || code === 46 || isExponent(code);
}

/** As deep as calls may nest. */
const deepestByCalls = 600;

/**
 * `value` is what JSON.parse has made of the text, `largeNumbers` are those of its numbers that may be beyond 2^53; the integers among
 * them are set to what they are, as bigint.
 *
 * Value and text are gone through side by side: each number of the value that is beyond 2^53 comes from the next literal that is.
 * Where JSON.parse has put members into another order, since a name looks like an index, the text is parsed by hand.
 */
export function withExactIntegers(text: string, value: Json, largeNumbers: readonly Literal[]): Json {
  if (largeNumbers.length === 0) return value;
  const root = [value];
  return fill(root, beyondSafe(text, largeNumbers), 0) ? root[0]! : parseValidJson(text, parseScalar);
}

/** False when the order of members is not that of the text, or it is too deep for calls. */
function fill(target: Json[] | JsonObject, next: () => Json, depth: number): boolean {
  if (depth > deepestByCalls) return false;
  if (Array.isArray(target)) {
    for (let i = 0; i < target.length; i++) {
      const item = target[i]!;
      if (typeof item === 'number') {
        if (isBeyondSafe(item)) target[i] = next();
      } else if (typeof item === 'object' && item !== null && !fill(item, next, depth + 1)) return false;
    }
    return true;
  }
  for (const name in target) {
    if (isDigit(name.charCodeAt(0))) return false;
    const item = target[name]!;
    if (typeof item === 'number') {
      if (isBeyondSafe(item)) target[name] = next();
    } else if (typeof item === 'object' && item !== null && !fill(item, next, depth + 1)) return false;
  }
  return true;
}

/** One after the other what those of the literals mean that are beyond 2^53. */
function beyondSafe(text: string, literals: readonly Literal[]): () => Json {
  let at = 0;
  return () => {
    for (;;) {
      const { start, end } = literals[at++]!;
      const literal = text.slice(start, end);
      if (!isExact(literal)) return BigInt(literal);
      const number = Number(literal);
      if (isBeyondSafe(number)) return number;
    }
  };
}

function isBeyondSafe(number: number): boolean {
  return number > Number.MAX_SAFE_INTEGER || number < Number.MIN_SAFE_INTEGER;
}
