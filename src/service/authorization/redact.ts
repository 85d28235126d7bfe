import { parseJson } from '../../wire/json.js';
import { type JsonObject, stringifyJson } from '../common/json.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import type { PropertyRef } from '../objects/property-ref.js';
import type { Type } from '../types/type.js';
import { isFullyReadable, isObjectFullyReadable } from './full-access.js';
import type { Guard } from './guard.js';
import { Redactor } from './redactor.js';
import { isVisiblyChanged } from './visible-change.js';

/*
 * JSON is produced for a caller that may read everything, and redacted per caller here. Caches therefore do not depend
 * on the caller.
 */

/** Returns the JSON of an object (wire.md section 3) without members that the caller may not read. */
export function redactObject(guard: Guard, handle: ExposedObjectHandle, text: string): string {
  if (guard.readsAll || isObjectFullyReadable(guard, handle, text)) return text;
  const json = parseJson(text) as JsonObject;
  return new Redactor(guard, handle).object(json);
}

/** Returns the JSON of a property (wire.md section 3) without values that the caller may not read. */
export function redactProperty(guard: Guard, ref: PropertyRef, text: string): string {
  const { handle, memberPath, type } = ref;
  if (guard.readsAll) return text;
  const isReadable = isFullyReadable(guard, handle, memberPath, type, text);
  if (isReadable && (!hasChangedFlag(text) || isVisiblyChanged(guard, ref))) return text;
  return redactMembers(guard, ref, parseJson(text) as JsonObject);
}

/** True if the JSON says that a property has changed; in a JSON string the quotes would be escaped. */
export function hasChangedFlag(text: string): boolean {
  return text.includes('"changed":true');
}

/** Redacts the members of Property P, or of an event about it. */
export function redactMembers(guard: Guard, ref: PropertyRef, json: JsonObject): string {
  const isChanged = json.changed === true && isVisiblyChanged(guard, ref);
  const value = new Redactor(guard, ref.handle).value(json.value!, ref.memberPath);
  return withValue({ ...json, changed: isChanged }, value);
}

/** Redacts a value at `path`. */
export function redactValue(
  guard: Guard,
  handle: ExposedObjectHandle,
  path: string,
  type: Type,
  text: string,
): string {
  if (guard.readsAll || isFullyReadable(guard, handle, path, type, text)) return text;
  return new Redactor(guard, handle).value(parseJson(text), path);
}

/** Returns the JSON of an object with other JSON as its `value`. */
export function withValue(json: JsonObject, value: string): string {
  const members = Object.keys(json).map(
    (name) => `${JSON.stringify(name)}:${name === 'value' ? value : stringifyJson(json[name]!)}`,
  );
  return `{${members.join()}}`;
}
