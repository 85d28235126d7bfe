import { isUtf8 } from 'node:buffer';

/**
 * A text that somebody has put into a header, of which the engines make a character of each byte, or read UTF-8: it is UTF-8
 * where the bytes are that, as of most programs, and Latin-1 else, as of browsers.
 */
export function headerText(value: string): string {
  if (!/[\u0080-\uffff]/.test(value) || /[\u0100-\uffff]/.test(value)) return value;
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : value;
}
