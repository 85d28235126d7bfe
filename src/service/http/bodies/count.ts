import { isDigit } from './decimal.js';

/** The number that digits alone are, NaN for any other text: to have `Number` read one that has just come is a call out of JavaScript. */
export function countOf(text: string): number {
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
