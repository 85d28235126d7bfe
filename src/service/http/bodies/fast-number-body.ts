import { DecimalReader, maxExactDigits } from './decimal.js';

const start = '{"value":';
const codes = [...start].map((character) => character.charCodeAt(0));
const closeBrace = 125;
const decimal = new DecimalReader();

/**
 * Returns the number of a body like `{"value":0.25}`, as most writes are, directly from its bytes.
 * @returns undefined for any other body, valid or not
 */
export function parseNumberBody(bytes: Uint8Array): number | undefined {
  if (bytes.length > start.length + maxExactDigits + 3) return undefined;
  for (let i = 0; i < start.length; i++) if (bytes[i] !== codes[i]) return undefined;
  if (!decimal.read(bytes, start.length)) return undefined;
  if (decimal.end !== bytes.length - 1 || bytes[decimal.end] !== closeBrace) return undefined;
  return Number.isNaN(decimal.value) ? undefined : decimal.value;
}
