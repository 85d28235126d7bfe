import type { Json, JsonObject } from '../json.js';
import { toTheEnd } from '../to-the-end.js';
import { slice } from '../types/graph/long-lists.js';
import { unknownJson } from '../types/type.js';

/** What could be read of a value of a member; undefined for nothing. */
export function known(json: Json | undefined): Json | undefined {
  return toTheEnd(knownInSlices(json));
}

/** The same in slices. */
export function* knownInSlices(json: Json | undefined): Generator<void, Json | undefined> {
  if (json === unknownJson) return undefined;
  if (typeof json === 'object' && json !== null) yield* leaveOutUnknownInSlices(json as JsonObject);
  return json;
}

/** Takes out what could not be read, wherever in `json` it stands: a preset says nothing of it (ERR-7). */
export function leaveOutUnknown(json: JsonObject): void {
  toTheEnd(leaveOutUnknownInSlices(json));
}

function* leaveOutUnknownInSlices(json: JsonObject): Generator<void, void> {
  const pending: (JsonObject | Json[])[] = [json];
  const visit = (value: Json | undefined): boolean => {
    if (value === unknownJson) return true;
    if (typeof value === 'object' && value !== null) pending.push(value as JsonObject | Json[]);
    return false;
  };
  let count = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (++count % slice.elements === 0) yield;
    if (Array.isArray(next)) for (const value of next) visit(value);
    else for (const name of Object.keys(next)) if (visit(next[name])) delete next[name];
  }
}
