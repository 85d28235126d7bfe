import { parseJson } from '../../wire/json.js';
import { type JsonObject, stringifyJson } from '../common/json.js';
import { truncatedJson } from '../members/texts/object-texts.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import type { PropertyRef } from '../objects/property-ref.js';
import type { Guard } from './guard.js';
import { Redactor } from './redactor.js';
import { isVisiblyChanged } from './visible-change.js';

/*
 * JSON is produced for a caller that may read everything, and redacted per caller here. Caches therefore do not depend
 * on the caller.
 */

/** Returns the JSON of an object (wire.md section 3) without members that the caller may not read. */
export function redactObject(guard: Guard | undefined, handle: ExposedObjectHandle, text: string): string {
  if (guard === undefined || guard.canReadAll || text === truncatedJson) return text;
  return new Redactor(guard, handle).object(parseJson(text) as JsonObject);
}

/** Returns the JSON of a property (wire.md section 3) without values that the caller may not read. */
export function redactProperty(guard: Guard | undefined, ref: PropertyRef, text: string): string {
  if (guard === undefined || guard.canReadAll || text === truncatedJson) return text;
  return redactMembers(guard, ref, parseJson(text) as JsonObject);
}

/** Redacts the members of Property P, or of an event about it. */
export function redactMembers(guard: Guard, ref: PropertyRef, json: JsonObject): string {
  const isChanged = isVisiblyChanged(guard, ref, json.changed === true);
  const value = new Redactor(guard, ref.handle).value(json.value!, ref.memberPath);
  return withValue({ ...json, changed: isChanged }, value);
}

/** Redacts a value at `path`. */
export function redactValue(guard: Guard, handle: ExposedObjectHandle, path: string, text: string): string {
  return guard.canReadAll ? text : new Redactor(guard, handle).value(parseJson(text), path);
}

/** Returns the JSON of an object with other JSON as its `value`. */
export function withValue(json: JsonObject, value: string): string {
  const members = Object.keys(json).map(
    (name) => `${JSON.stringify(name)}:${name === 'value' ? value : stringifyJson(json[name]!)}`,
  );
  return `{${members.join()}}`;
}
