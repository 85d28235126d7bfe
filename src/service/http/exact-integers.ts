import { isExact, type Json } from '../json.js';

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

/** Digits, and `+`, `-`, `.`, `e`, `E`. */
export function isOfNumber(code: number): boolean {
  return (
    (code >= 48 && code <= 57) || code === 43 || code === 45 || code === 46 || code === 101 || code === 69
  );
}

/**
 * `value` is what JSON.parse has made of the text, `longNumbers` are where its long ones stand; its integers beyond 2^53 are set to what they are, as bigint.
 *
 * The text is parsed a second time with these integers as strings, so that the built-in parser does the work: whatever is a
 * number in one of the values and a string in the other is one of them.
 */
export function withExactIntegers(text: string, value: Json, longNumbers: readonly Literal[]): Json {
  let quoted = '';
  let end = 0;
  for (const literal of longNumbers) {
    const number = text.slice(literal.start, literal.end);
    if (isExact(number)) continue;
    quoted += `${text.slice(end, literal.start)}"${number}"`;
    end = literal.end;
  }
  if (end === 0) return value;
  const root = [value];
  const pending: (readonly [target: Json[] | { [member: string]: Json }, texts: Json])[] = [
    [root, [JSON.parse(quoted + text.slice(end)) as Json]],
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    // Both have the same form: what is there in one is in the other.
    const target = next[0] as { [member: string]: Json };
    const texts = next[1] as { [member: string]: Json };
    for (const name in texts) {
      const item = target[name]!;
      const exact = texts[name]!;
      if (typeof item === 'number') {
        if (typeof exact === 'string') target[name] = BigInt(exact);
      } else if (typeof item === 'object' && item !== null) pending.push([item, exact]);
    }
  }
  return root[0]!;
}
