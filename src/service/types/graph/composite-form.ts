import { isJsonObject, type Json, type JsonObject } from '../../json.js';

/** The forms of a body in the place of an object (wire.md section 2). */
export type CompositeForm =
  /** `null` or `{"@ref": null}`. */
  | { readonly kind: 'null' }
  | { readonly kind: 'reference'; readonly to: Json }
  /** Exactly `{"@type","@truncated":true}`: the object stays as it is. */
  | { readonly kind: 'stub' }
  /** `isNew`: for a new object, whatever is there. */
  | { readonly kind: 'members'; readonly json: JsonObject; readonly isNew: boolean }
  /** Refused: no object, or a stub with anything else in it. */
  | { readonly kind: 'wrong' };

const nothing: CompositeForm = { kind: 'null' };
const stub: CompositeForm = { kind: 'stub' };
const wrong: CompositeForm = { kind: 'wrong' };

const forNewObjects = new WeakSet<JsonObject>();

/** Marks members as those of a new object: their writer sees no object in that place. */
export function forNewObject(json: JsonObject): JsonObject {
  forNewObjects.add(json);
  return json;
}

/** The only function that decides between the forms: rights and conversion must not read a body differently. */
export function compositeForm(json: Json): CompositeForm {
  if (json === null) return nothing;
  if (!isJsonObject(json)) return wrong;
  if (Object.hasOwn(json, '@truncated') && json['@truncated'] === true)
    return Object.keys(json).every((name) => name === '@type' || name === '@truncated') ? stub : wrong;
  if (!Object.hasOwn(json, '@ref')) return { kind: 'members', json, isNew: forNewObjects.has(json) };
  const to = json['@ref']!;
  return to === null ? nothing : { kind: 'reference', to };
}
