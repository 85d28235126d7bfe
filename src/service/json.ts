/** JSON as the service reads and writes it: integers beyond 2^53 are kept exactly, as bigint. */

/** A parsed JSON value. */
export type Json = null | boolean | number | bigint | string | Json[] | { [member: string]: Json };

/** A parsed JSON object. */
export type JsonObject = { [member: string]: Json };

export function isJsonObject(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** The JSON text of a parsed value, however deep; bigint becomes an exact integer literal. */
export function stringifyJson(json: Json): string {
  if (typeof json !== 'object' || json === null) return scalarText(json);
  let text = '';
  // Text that is still to come is last: what is open is closed when all that is in it is written.
  const pending: (string | { readonly json: Json })[] = [{ json }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') text += next;
    else if (typeof next.json !== 'object' || next.json === null) text += scalarText(next.json);
    else {
      const isArray = Array.isArray(next.json);
      text += isArray ? '[' : '{';
      pending.push(isArray ? ']' : '}');
      const members = Object.entries(next.json);
      for (let i = members.length - 1; i >= 0; i--) {
        const [name, value] = members[i]!;
        pending.push({ json: value });
        const before = i === 0 ? '' : ',';
        if (!isArray) pending.push(`${before}${JSON.stringify(name)}:`);
        else if (i > 0) pending.push(before);
      }
    }
  }
  return text;
}

function scalarText(json: Exclude<Json, object> | null): string {
  if (typeof json === 'bigint') return json.toString();
  // Read from a literal beyond all doubles, and written as one.
  if (json === Number.POSITIVE_INFINITY) return '1e400';
  if (json === Number.NEGATIVE_INFINITY) return '-1e400';
  return JSON.stringify(json);
}

const integer = /^-?\d+$/;

/** False for the text of an integer beyond 2^53, which a double may not hold. */
export function isExact(scalar: string): boolean {
  return !integer.test(scalar) || Number.isSafeInteger(Number(scalar));
}

/** The value of a scalar's JSON text; integers beyond 2^53 become bigint. */
export function parseScalar(text: string): Json {
  return isExact(text) ? (JSON.parse(text) as Json) : BigInt(text);
}

const longestShown = 80;

/** A value as it is shown in error messages: its JSON text, cut when long. */
export function describeJson(json: Json | undefined): string {
  if (json === undefined) return 'nothing';
  if (Array.isArray(json)) return `an array of ${json.length}`;
  const text = isJsonObject(json) ? `{${Object.keys(json).slice(0, 8).join(', ')}}` : stringifyJson(json);
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}
