/** Maximum number of digits that a double always represents exactly. */
export const maxExactDigits = 15;
/** The powers of ten up to that many digits. */
const powers = Array.from({ length: maxExactDigits + 1 }, (_, exponent) => 10 ** exponent);

const minus = 45;
const point = 46;
const zero = 48;
const nine = 57;

/** Reads JSON numbers without an exponent directly from bytes. One reader is reused for many numbers. */
export class DecimalReader {
  /** The number; NaN if it has more than `maxExactDigits` digits. */
  value = 0;
  /** Offset after the number. */
  end = 0;
  /** Number of digits before the point. */
  wholeDigits = 0;

  /** @returns true if a number begins at `start`; what follows it is not checked */
  read(bytes: Uint8Array, start: number): boolean {
    const isNegative = bytes[start] === minus;
    const firstDigit = isNegative ? start + 1 : start;
    let number = 0;
    let pointAt = -1;
    let i = firstDigit;
    for (; i < bytes.length; i++) {
      const code = bytes[i]!;
      if (isDigit(code)) number = 10 * number + code - zero;
      else if (code === point && pointAt < 0) pointAt = i;
      else break;
    }
    const wholeEnd = pointAt < 0 ? i : pointAt;
    // JSON requires a digit before and after the point, and no leading zero.
    if (wholeEnd === firstDigit || pointAt === i - 1) return false;
    if (bytes[firstDigit] === zero && wholeEnd - firstDigit > 1) return false;
    this.end = i;
    this.wholeDigits = wholeEnd - firstDigit;
    const decimals = pointAt < 0 ? 0 : i - pointAt - 1;
    // Dividing two exact numbers rounds like the decimal itself.
    const isExact = this.wholeDigits + decimals <= maxExactDigits;
    const size = isExact ? number / powers[decimals]! : Number.NaN;
    this.value = isNegative ? -size : size;
    return true;
  }
}

export function isDigit(code: number): boolean {
  return code >= zero && code <= nine;
}
