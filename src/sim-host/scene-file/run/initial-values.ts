import { isJsonObject } from '../../../service/common/json.js';
import type { Json, JsonObject } from '../../../service/index.js';

/** Returns the key of a reference, `{ref: key}` or `{"@ref": key}`; undefined for any other value. */
export function referenceKey(json: Json | undefined): string | undefined {
  if (!isJsonObject(json) || Object.keys(json).length !== 1) return undefined;
  const key = json.ref ?? json['@ref'];
  return typeof key === 'string' ? key : undefined;
}

/**
 * Converts a value to the JSON of the service: `{ref: key}` becomes `{"@ref": key}`, and numbers that JSON lacks
 * become strings.
 */
export function toServiceJson(json: Json): Json {
  const key = referenceKey(json);
  if (key !== undefined) return { '@ref': key };
  if (typeof json === 'number' && !Number.isFinite(json)) return String(json);
  if (Array.isArray(json)) return json.map(toServiceJson);
  if (!isJsonObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, toServiceJson(value)]),
  ) as JsonObject;
}
