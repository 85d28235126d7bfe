import { isJsonObject, type Json, type JsonObject } from '../../common/json.js';

/** The forms of a request body for an object (wire.md section 2). */
export type CompositeForm =
  /** `null` or `{"@ref": null}`. */
  | { readonly kind: 'null' }
  | { readonly kind: 'reference'; readonly to: Json }
  /** Exactly `{"@type","@truncated":true}`: the object stays unchanged. */
  | { readonly kind: 'stub' }
  /** `isNew` is true for a new object, whatever exists. */
  | { readonly kind: 'members'; readonly json: JsonObject; readonly isNew: boolean }
  /** Invalid: not an object, or a stub with other members. */
  | { readonly kind: 'wrong' };

const nothing: CompositeForm = { kind: 'null' };
const stub: CompositeForm = { kind: 'stub' };
const wrong: CompositeForm = { kind: 'wrong' };

const forNewObjects = new WeakSet<JsonObject>();

/** Marks members as those of a new object, for a writer that sees no object there. */
export function forNewObject(json: JsonObject): JsonObject {
  forNewObjects.add(json);
  return json;
}

/** Returns the form of a body. Authorization and conversion both use it, so that they agree. */
export function compositeForm(json: Json): CompositeForm {
  if (json === null) return nothing;
  if (!isJsonObject(json)) return wrong;
  if (Object.hasOwn(json, '@truncated') && json['@truncated'] === true)
    return Object.keys(json).every((name) => name === '@type' || name === '@truncated') ? stub : wrong;
  if (!Object.hasOwn(json, '@ref')) return { kind: 'members', json, isNew: forNewObjects.has(json) };
  const to = json['@ref']!;
  return to === null ? nothing : { kind: 'reference', to };
}
