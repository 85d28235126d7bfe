/** JSON as the service checks, writes and shows it. */
import type { Json, JsonObject } from '../wire/json.js';
import { ExposedError } from './exposed-error.js';

export type { Json, JsonObject } from '../wire/json.js';

export function isJsonObject(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/**
 * What application code gives as JSON, which may hold numbers that JSON lacks: in their place the texts that stand for them
 * (wire.md section 3). What a client sends goes no such way: of it only a number beyond all doubles is infinite, and refused.
 */
export function jsonOfApplication(given: Json): Json {
  return hasUnwritableNumber(given) ? withoutUnwritableNumbers(given) : given;
}

/** True where there is NaN or an infinity. */
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

/** As deep as calls may nest; what is deeper is written without them. */
const deepestByCalls = 500;

/** The JSON text of a parsed value, however deep; bigint becomes an exact integer literal. */
export function stringifyJson(json: Json): string {
  return textOf(json, 0);
}

function textOf(json: Json, depth: number): string {
  if (typeof json !== 'object' || json === null) return scalarText(json);
  if (depth === deepestByCalls) return deepText(json);
  let text = '';
  if (Array.isArray(json)) {
    for (const item of json) text += `${text === '' ? '' : ','}${textOf(item, depth + 1)}`;
    return `[${text}]`;
  }
  for (const name of Object.keys(json))
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${textOf(json[name]!, depth + 1)}`;
  return `{${text}}`;
}

function deepText(json: Json): string {
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
  if (typeof json === 'bigint' || Number.isSafeInteger(json)) return String(json);
  // Read from a literal beyond all doubles, and written as one.
  if (json === Number.POSITIVE_INFINITY) return '1e400';
  if (json === Number.NEGATIVE_INFINITY) return '-1e400';
  return JSON.stringify(json);
}

const longestShown = 80;

/** A value as it is shown in error messages: its JSON text, cut when long. */
export function describeJson(json: Json | undefined): string {
  if (json === undefined) return 'nothing';
  if (typeof json === 'function' || typeof json === 'symbol') return `a ${typeof json}`;
  if (Array.isArray(json)) return `an array of ${json.length}`;
  const text = isJsonObject(json) ? `{${Object.keys(json).slice(0, 8).join(', ')}}` : stringifyJson(json);
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}
