import { DecimalReader, mostDigits } from './decimal.js';

const start = '{"value":';
const codes = [...start].map((character) => character.charCodeAt(0));
const closeBrace = 125;
const decimal = new DecimalReader();

/**
 * The number in a body that is nothing else, `{"value":0.25}`, as most writes are: read from its bytes, without a text and a
 * parser.
 * @returns undefined for a body that is anything else, whether it is good or not
 */
export function parseNumberBody(bytes: Uint8Array): number | undefined {
  if (bytes.length > start.length + mostDigits + 3) return undefined;
  for (let i = 0; i < start.length; i++) if (bytes[i] !== codes[i]) return undefined;
  if (!decimal.read(bytes, start.length)) return undefined;
  if (decimal.end !== bytes.length - 1 || bytes[decimal.end] !== closeBrace) return undefined;
  return Number.isNaN(decimal.value) ? undefined : decimal.value;
}
