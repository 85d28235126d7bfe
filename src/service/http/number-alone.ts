import { isDigit } from './exact-integers.js';

const start = '{"value":';
const codes = [...start].map((character) => character.charCodeAt(0));

/** So many digits a double always holds exactly, and a power of ten that divides them. */
const mostDigits = 15;
const powers = Array.from({ length: mostDigits + 1 }, (_, exponent) => 10 ** exponent);

const minus = 45;
const point = 46;
const zero = 48;
const closeBrace = 125;

/**
 * The number in a body that is nothing else, `{"value":0.25}`, as most writes are: read from its bytes, without a text and a
 * parser. One division of two numbers that are exact is rounded as the decimal itself would be.
 * @returns undefined for a body that is anything else, whether it is good or not
 */
export function numberAlone(bytes: Uint8Array): number | undefined {
  if (bytes.length > start.length + mostDigits + 3) return undefined;
  for (let i = 0; i < start.length; i++) if (bytes[i] !== codes[i]) return undefined;
  const isNegative = bytes[start.length] === minus;
  const first = isNegative ? start.length + 1 : start.length;
  let digits = 0;
  let number = 0;
  let pointAt = -1;
  let i = first;
  for (; i < bytes.length; i++) {
    const code = bytes[i]!;
    if (isDigit(code)) {
      number = 10 * number + code - zero;
      digits++;
    } else if (code === point && pointAt < 0) pointAt = i;
    else break;
  }
  if (i !== bytes.length - 1 || bytes[i] !== closeBrace) return undefined;
  const end = pointAt < 0 ? i : pointAt;
  // As JSON has it: a digit before the point and one behind it, and no zero in front of others.
  if (digits > mostDigits || end === first || pointAt === i - 1) return undefined;
  if (bytes[first] === zero && end - first > 1) return undefined;
  const size = pointAt < 0 ? number : number / powers[i - pointAt - 1]!;
  return isNegative ? -size : size;
}
