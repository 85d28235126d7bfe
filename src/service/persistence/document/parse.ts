import { type Json, parseScalar } from '../../json.js';
import { hasEscapedName, parseValidJson } from '../../json-parser.js';

/** An integer that a double may not hold, or what looks like one inside a string. */
const longInteger = /(?<![\d.eE+])\d{16,}(?![\d.eE])/;

/**
 * The value of JSON text that has been validated. Integers of 16 digits and more become bigint; of members with the same
 * name the last counts.
 */
export function parseText(text: string): Json {
  const isPlain = !longInteger.test(text) && !hasEscapedName(text);
  return isPlain ? (JSON.parse(text) as Json) : parseValidJson(text, parseScalar);
}
