import { isJsonObject, type Json, stringifyJson } from '../json.js';
import { isRawObject, type Raw } from './format.js';

/**
 * A value of a file after an edit: what differs between `before`, what came of the file, and `now` is written; everything
 * else stays as it stands, with its digits, its order and what means nothing here.
 */
export function mergeRaw(raw: Raw, before: Json | undefined, now: Json): Raw {
  if (before !== undefined && stringifyJson(before) === stringifyJson(now)) return raw;
  if (isRawObject(raw) && isJsonObject(before) && isJsonObject(now) && isSameKind(raw, now)) {
    const merged = { ...raw };
    for (const name of Object.keys(before)) if (!Object.hasOwn(now, name)) delete merged[name];
    for (const [name, value] of Object.entries(now)) {
      // An empty object says nothing of a member that cannot be read.
      const isUnknown = isJsonObject(value) && Object.keys(value).length === 0;
      if (isUnknown) continue;
      const held = Object.hasOwn(merged, name) ? merged[name] : undefined;
      merged[name] = held === undefined ? (value as Raw) : mergeRaw(held, before[name], value);
    }
    return merged;
  }
  if (Array.isArray(raw) && Array.isArray(before) && Array.isArray(now)) {
    const areSameLength = raw.length === before.length && before.length === now.length;
    if (areSameLength) return raw.map((item, i) => mergeRaw(item, before[i], now[i]!));
  }
  return now as Raw;
}

/** The same class and the same operation: anything else is another value. */
function isSameKind(raw: { [member: string]: Raw }, now: { readonly [member: string]: Json }): boolean {
  return ['@type', '@ref', '@op', '@guid'].every(
    (name) => (raw[name] ?? now[name]) === (now[name] ?? raw[name]),
  );
}
