import { parseJson } from '../http/json-body.js';
import { isJsonObject, type Json, type JsonObject, stringifyJson } from '../json.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import type { PropertyRef } from '../objects/property-ref.js';
import type { Guard } from './guard.js';
import { showsAll, showsAllMembers } from './whole.js';

/**
 * What of the service's texts a caller may see. Texts are made for everybody, and what is hidden is taken out of them
 * here: so nothing that is kept ever depends on who has asked.
 */

/** Object O without what may not be seen. */
export function visibleObject(guard: Guard, handle: ExposedObjectHandle, text: string): string {
  if (guard.readsAll || showsAllMembers(guard, handle, text)) return text;
  return stringifyJson(visibleMembers(guard, handle, parseJson(text) as JsonObject));
}

/** Property P without what may not be seen. */
export function visibleProperty(
  guard: Guard,
  { handle, memberPath, type }: PropertyRef,
  text: string,
): string {
  if (guard.readsAll || showsAll(guard, handle, memberPath, type, text)) return text;
  const json = parseJson(text) as JsonObject;
  return stringifyJson({ ...json, value: visibleValue(guard, handle, memberPath, json.value!) });
}

export function visibleMembers(guard: Guard, handle: ExposedObjectHandle, json: JsonObject): JsonObject {
  const shown = membersOf(guard, handle, '', handle.class.name, json);
  const parent = json['@parent'];
  if (typeof parent === 'string' && !isReadable(guard, parent)) delete shown['@parent'];
  return shown;
}

/** A value at `members`: inline composites without hidden members, null for references to hidden objects. */
export function visibleValue(guard: Guard, handle: ExposedObjectHandle, members: string, json: Json): Json {
  if (Array.isArray(json)) return json.map((item) => visibleValue(guard, handle, members, item));
  if (!isJsonObject(json)) return json;
  const reference = json['@ref'];
  if (reference !== undefined) return isReadable(guard, String(reference)) ? json : null;
  const type = json['@type'];
  return typeof type === 'string' ? membersOf(guard, handle, members, type, json) : json;
}

function membersOf(
  guard: Guard,
  handle: ExposedObjectHandle,
  above: string,
  type: string,
  json: JsonObject,
): JsonObject {
  const cls = above === '' ? handle.class : guard.model.classes.find(type);
  const shown: JsonObject = {};
  for (const [name, value] of Object.entries(json)) {
    if (name.startsWith('@')) {
      shown[name] = value;
      continue;
    }
    const members = above === '' ? name : `${above}/${name}`;
    if (cls?.member(name) === undefined || !guard.readsMember(handle, members)) continue;
    shown[name] = visibleValue(guard, handle, members, value);
  }
  return shown;
}

function isReadable(guard: Guard, id: string): boolean {
  const handle = guard.model.objects.resolve(id);
  return handle !== undefined && guard.reads(handle);
}
