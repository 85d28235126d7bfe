import type { Json, JsonObject } from '../../service/index.js';
import { isJsonObject } from '../../service/index.js';

/** True for `{ref: key}`: a reference to another object of the file. */
export function isReference(json: Json | undefined): json is { ref: string } {
  return isJsonObject(json) && typeof json.ref === 'string' && Object.keys(json).length === 1;
}

/** The value as the service reads it: `{ref: key}` becomes `{"@ref": key}`, at any depth. */
export function toServiceJson(json: Json): Json {
  if (isReference(json)) return { '@ref': json.ref };
  if (Array.isArray(json)) return json.map(toServiceJson);
  if (!isJsonObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, toServiceJson(value)]),
  ) as JsonObject;
}

/** The keys that a value refers to. */
export function* referencesIn(json: Json | undefined): Generator<string> {
  if (isReference(json)) yield json.ref;
  else if (Array.isArray(json)) for (const item of json) yield* referencesIn(item);
  else if (isJsonObject(json)) for (const item of Object.values(json)) yield* referencesIn(item);
}

/** The same value with null in place of references: what can be converted before other objects exist. */
export function withoutReferences(json: Json): Json {
  if (isReference(json)) return null;
  if (Array.isArray(json)) return json.map(withoutReferences);
  if (!isJsonObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, withoutReferences(value)]),
  ) as JsonObject;
}
