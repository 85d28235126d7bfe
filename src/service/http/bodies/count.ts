import { isDigit } from './decimal.js';

/** Parses a string of digits; NaN for any other string. `Number` would be a native call. */
export function parseCount(text: string): number {
  if (text === '') return Number.NaN;
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (!isDigit(code)) return Number.NaN;
    count = 10 * count + code - zero;
  }
  return count;
}

const zero = 48;
