import { isUtf8 } from 'node:buffer';

/**
 * Decodes a header value. Engines make a character of each byte, or decode UTF-8; the bytes are UTF-8 if they are valid
 * UTF-8, as most programs send, and Latin-1 otherwise, as browsers send.
 */
export function headerText(value: string): string {
  if (!/[\u0080-\uffff]/.test(value) || /[\u0100-\uffff]/.test(value)) return value;
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : value;
}
