import { isJsonObject } from '../../../service/common/json.js';
import type { Json, JsonObject } from '../../../service/index.js';

/** The key that `{ref: key}` refers to, also as the service writes it, `{"@ref": key}`; undefined for all else. */
export function referenceKey(json: Json | undefined): string | undefined {
  if (!isJsonObject(json) || Object.keys(json).length !== 1) return undefined;
  const key = json.ref ?? json['@ref'];
  return typeof key === 'string' ? key : undefined;
}

/**
 * The value as the service reads it, at any depth: `{ref: key}` becomes `{"@ref": key}`, and a number that JSON lacks the
 * text that stands for it.
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

/** The keys that a value refers to. */
export function* referencesIn(json: Json | undefined): Generator<string> {
  const key = referenceKey(json);
  if (key !== undefined) yield key;
  else if (Array.isArray(json)) for (const item of json) yield* referencesIn(item);
  else if (isJsonObject(json)) for (const item of Object.values(json)) yield* referencesIn(item);
}

/** The same value with null in place of references: what can be converted before other objects exist. */
export function withoutReferences(json: Json): Json {
  if (referenceKey(json) !== undefined) return null;
  if (Array.isArray(json)) return json.map(withoutReferences);
  if (!isJsonObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, withoutReferences(value)]),
  ) as JsonObject;
}
