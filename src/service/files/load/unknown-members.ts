import type { Json, JsonObject } from '../../json.js';
import { unknownJson } from '../../types/type.js';

/** Returns what could be read of a value of a member; undefined for nothing. */
export function known(json: Json | undefined): Json | undefined {
  if (json === unknownJson) return undefined;
  if (typeof json === 'object' && json !== null) leaveOutUnknown(json as JsonObject);
  return json;
}

/** Takes out what could not be read, wherever in `json` it is: a preset says nothing of it (ERR-7). */
export function leaveOutUnknown(json: JsonObject): void {
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
