import type { Json, JsonObject } from '../json.js';
import { unknownJson } from '../types/type.js';

/** Takes out what could not be read, wherever in `json` it stands: a preset says nothing of it (ERR-7). */
export function leaveOutUnknown(json: JsonObject): void {
  const pending: (JsonObject | Json[])[] = [json];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const [step, value] of Object.entries(next)) {
      if (typeof value !== 'object' || value === null) continue;
      if (value !== unknownJson) pending.push(value as JsonObject | Json[]);
      else if (!Array.isArray(next)) delete next[step];
    }
  }
}
