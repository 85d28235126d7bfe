import { parseJson } from '../../wire/json.js';
import { type JsonObject, stringifyJson } from '../json.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import type { PropertyRef } from '../objects/property-ref.js';
import type { Type } from '../types/type.js';
import { isFullyReadable, showsAllMembers } from './full-access.js';
import type { Guard } from './guard.js';
import { Redactor } from './redactor.js';
import { isVisiblyChanged } from './visible-change.js';

/*
 * What of the service's texts a caller may see. Texts are made for everybody, and what is hidden is taken out of them
 * here: so nothing that is kept ever depends on who has asked.
 */

/** Returns the JSON of an object (wire.md section 3) without members that the caller may not read. */
export function redactObject(guard: Guard, handle: ExposedObjectHandle, text: string): string {
  if (guard.readsAll || showsAllMembers(guard, handle, text)) return text;
  const json = parseJson(text) as JsonObject;
  return new Redactor(guard, handle).object(json);
}

/** Returns the JSON of a property (wire.md section 3) without values that the caller may not read. */
export function redactProperty(guard: Guard, ref: PropertyRef, text: string): string {
  const { handle, memberPath, type } = ref;
  if (guard.readsAll) return text;
  const shows = isFullyReadable(guard, handle, memberPath, type, text);
  if (shows && (!saysChanged(text) || isVisiblyChanged(guard, ref))) return text;
  return redactMembers(guard, ref, parseJson(text) as JsonObject);
}

/** False where no text in `text` says so; in a string the quotes would be escaped. */
export function saysChanged(text: string): boolean {
  return text.includes('"changed":true');
}

/** The members of Property P, or of an event about it, without what may not be seen. */
export function redactMembers(guard: Guard, ref: PropertyRef, json: JsonObject): string {
  const isChanged = json.changed === true && isVisiblyChanged(guard, ref);
  const value = new Redactor(guard, ref.handle).value(json.value!, ref.memberPath);
  return withValue({ ...json, changed: isChanged }, value);
}

/** A value at `path` without what may not be seen. */
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

/** The text of an object with another text as its `value`. */
export function withValue(json: JsonObject, value: string): string {
  const members = Object.keys(json).map(
    (name) => `${JSON.stringify(name)}:${name === 'value' ? value : stringifyJson(json[name]!)}`,
  );
  return `{${members.join()}}`;
}
