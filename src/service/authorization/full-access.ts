import type { ExposedModel } from '../model/model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import { ArrayType } from '../types/array.js';
import { CompositeType } from '../types/composite.js';
import type { ExposedClass } from '../types/exposed-class.js';
import type { ExposedMember } from '../types/exposed-member.js';
import { plainType } from '../types/nullable.js';
import type { Type } from '../types/type.js';
import type { Guard } from './guard.js';

/**
 * True if a caller may read everything in `text`, the JSON of a value of `type` at the path `members`. Examines only the
 * type, so the time does not grow with the value (LIM-5).
 */
export function isFullyReadable(
  guard: Guard,
  handle: ExposedObjectHandle,
  members: string,
  type: Type,
  text: string,
): boolean {
  // In a JSON string the quotes would be escaped.
  if (text.includes('"@ref":')) return false;
  return allowsAllInside(guard.model, members, type, (path) => guard.readsMember(handle, path));
}

/** True if a caller may read all members of an object. */
export function isObjectFullyReadable(guard: Guard, handle: ExposedObjectHandle, text: string): boolean {
  if (text.includes('"@ref":') || text.includes('"@parent":')) return false;
  return handle.class.members.every(
    ({ name, type }) =>
      guard.readsMember(handle, name) &&
      allowsAllInside(guard.model, name, type, (path) => guard.readsMember(handle, path)),
  );
}

/** True if all members inside a path are allowed; false if the types do not limit their number, as in a tree. */
function allowsAllInside(
  model: ExposedModel,
  members: string,
  type: Type,
  isAllowed: (path: string) => boolean,
  outer: readonly ExposedClass[] = [],
): boolean {
  const plain = plainType(type);
  if (plain instanceof ArrayType) return allowsAllInside(model, members, plain.element, isAllowed, outer);
  if (!(plain instanceof CompositeType)) return true;
  if (plain.class === undefined || plain.isReference) return false;
  return [plain.class, ...model.classes.concreteSubtypes(plain.class)].every((cls) => {
    if (outer.includes(cls)) return false;
    const isFreeBelow = ({ name, type: inner }: ExposedMember) => {
      const path = `${members}/${name}`;
      return isAllowed(path) && allowsAllInside(model, path, inner, isAllowed, [...outer, cls]);
    };
    return cls.members.every(isFreeBelow);
  });
}
