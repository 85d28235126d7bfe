/** Checks, writes and describes JSON values. */
import type { Json, JsonObject } from '../../wire/json.js';
import { ExposedError } from './exposed-error.js';

export type { Json, JsonObject } from '../../wire/json.js';

export function isJsonObject(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/**
 * Replaces NaN and infinities in JSON of the application by the strings that represent them (wire.md section 3).
 * JSON of clients is not converted: there an infinity is a number too large for a double, which is refused.
 */
export function jsonOfApplication(given: Json): Json {
  return hasUnwritableNumber(given) ? withoutUnwritableNumbers(given) : given;
}

/** True if the value contains NaN or an infinity. */
function hasUnwritableNumber(given: Json): boolean {
  if (typeof given !== 'object' || given === null) return isUnwritableNumber(given);
  const found = new Set<object>([given]);
  for (const each of found)
    for (const value of Object.values(each)) {
      if (typeof value === 'object' && value !== null) found.add(value);
      else if (isUnwritableNumber(value)) return true;
    }
  return false;
}

function withoutUnwritableNumbers(given: Json, within: readonly object[] = []): Json {
  if (isUnwritableNumber(given)) return String(given);
  if (typeof given !== 'object' || given === null) return given;
  if (within.includes(given))
    throw new ExposedError('set-failed', 'the value refers to itself; write a copy without that');
  const inner = [...within, given];
  if (Array.isArray(given)) return given.map((item) => withoutUnwritableNumbers(item, inner));
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, withoutUnwritableNumbers(value, inner)]),
  );
}

function isUnwritableNumber(given: unknown): boolean {
  return typeof given === 'number' && !Number.isFinite(given);
}

/** Maximum depth of recursive calls; deeper values are written iteratively. */
const maxRecursionDepth = 500;

/** Returns the JSON text of a parsed value of any depth; a bigint becomes an exact integer literal. */
export function stringifyJson(json: Json): string {
  return textOf(json, 0);
}

function textOf(json: Json, depth: number): string {
  if (typeof json !== 'object' || json === null) return scalarText(json);
  if (depth === maxRecursionDepth) return iterativeText(json);
  let text = '';
  if (Array.isArray(json)) {
    for (const item of json) text += `${text === '' ? '' : ','}${textOf(item, depth + 1)}`;
    return `[${text}]`;
  }
  for (const name of Object.keys(json))
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${textOf(json[name]!, depth + 1)}`;
  return `{${text}}`;
}

function iterativeText(json: Json): string {
  let text = '';
  // The stack of what is left to write; a closing bracket lies below the contents it closes.
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
  if (typeof json === 'bigint' || Number.isSafeInteger(json)) return String(json);
  // It was parsed from a literal too large for a double, and is written as one.
  if (json === Number.POSITIVE_INFINITY) return '1e400';
  if (json === Number.NEGATIVE_INFINITY) return '-1e400';
  return JSON.stringify(json);
}

const maxShownChars = 80;

/** Describes a value for error messages: its JSON text, shortened if it is long. */
export function describeJson(json: Json | undefined): string {
  if (json === undefined) return 'nothing';
  if (typeof json === 'function' || typeof json === 'symbol') return `a ${typeof json}`;
  if (Array.isArray(json)) return `an array of ${json.length}`;
  const text = isJsonObject(json) ? `{${Object.keys(json).slice(0, 8).join(', ')}}` : stringifyJson(json);
  return text.length > maxShownChars ? `${text.slice(0, maxShownChars)}…` : text;
}
