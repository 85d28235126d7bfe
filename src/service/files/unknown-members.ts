import type { Json, JsonObject } from '../common/json.js';
import { unknownJson } from '../types/type.js';

/** Returns the readable parts of a value; undefined if there are none. */
export function omitUnknown(json: Json | undefined): Json | undefined {
  if (json === unknownJson) return undefined;
  if (typeof json === 'object' && json !== null) deleteUnknown(json as JsonObject);
  return json;
}

/** Removes unreadable values at any depth of `json`, so that a preset does not contain them (ERR-7). */
export function deleteUnknown(json: JsonObject): void {
  const pending: (JsonObject | Json[])[] = [json];
  const visit = (value: Json | undefined): boolean => {
    if (value === unknownJson) return true;
    if (typeof value === 'object' && value !== null) pending.push(value as JsonObject | Json[]);
    return false;
  };
  for (let next = pending.pop(); next !== undefined; next = pending.pop())
    if (Array.isArray(next)) for (const value of next) visit(value);
    else for (const name of Object.keys(next)) if (visit(next[name])) delete next[name];
}
