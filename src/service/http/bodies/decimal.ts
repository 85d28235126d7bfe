/** So many digits a double always holds exactly, and a power of ten that divides them. */
export const mostDigits = 15;
const powers = Array.from({ length: mostDigits + 1 }, (_, exponent) => 10 ** exponent);

const minus = 45;
const point = 46;
const zero = 48;
const nine = 57;

/** Reads numbers as JSON has them, but for those with an exponent, from bytes and without a text. One is used for many. */
export class DecimalReader {
  /** What was read; NaN where it has more digits than a double always holds. */
  value = 0;
  /** The place behind it. */
  end = 0;
  /** How many digits are in front of the point. */
  wholeDigits = 0;

  /** @returns whether a number begins at `start`; what comes behind it is not looked at */
  read(bytes: Uint8Array, start: number): boolean {
    const isNegative = bytes[start] === minus;
    const first = isNegative ? start + 1 : start;
    let number = 0;
    let pointAt = -1;
    let i = first;
    for (; i < bytes.length; i++) {
      const code = bytes[i]!;
      if (isDigit(code)) number = 10 * number + code - zero;
      else if (code === point && pointAt < 0) pointAt = i;
      else break;
    }
    const wholeEnd = pointAt < 0 ? i : pointAt;
    // As JSON has it: a digit before the point and one behind it, and no zero in front of others.
    if (wholeEnd === first || pointAt === i - 1) return false;
    if (bytes[first] === zero && wholeEnd - first > 1) return false;
    this.end = i;
    this.wholeDigits = wholeEnd - first;
    const behind = pointAt < 0 ? 0 : i - pointAt - 1;
    // One division of two numbers that are exact is rounded as the decimal itself would be.
    const isExact = this.wholeDigits + behind <= mostDigits;
    const size = isExact ? number / powers[behind]! : Number.NaN;
    this.value = isNegative ? -size : size;
    return true;
  }
}

export function isDigit(code: number): boolean {
  return code >= zero && code <= nine;
}
