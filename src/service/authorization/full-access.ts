import type { Json } from '../json.js';
import type { ExposedModel } from '../model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import { ArrayType } from '../types/array.js';
import { CompositeType } from '../types/composite.js';
import type { ExposedClass } from '../types/exposed-class.js';
import type { ExposedMember } from '../types/exposed-member.js';
import { plainType } from '../types/nullable.js';
import type { Type } from '../types/type.js';
import type { Guard } from './guard.js';

/*
 * Where nothing that values of a type may hold is hidden, or kept from being written, nobody has to look at each of them: a long list
 * costs a restricted caller what it costs anybody (LIM-5).
 */

/** Whether a caller sees all of a text of the service's own making, which stands for a value of a type at `members`. */
export function isFullyReadable(
  guard: Guard,
  handle: ExposedObjectHandle,
  members: string,
  type: Type,
  text: string,
): boolean {
  // In a string the quotes would be escaped.
  if (text.includes('"@ref":')) return false;
  return holdsOnly(guard.model, members, type, (path) => guard.readsMember(handle, path));
}

/** The same of all members of an object. */
export function showsAllMembers(guard: Guard, handle: ExposedObjectHandle, text: string): boolean {
  if (text.includes('"@ref":') || text.includes('"@parent":')) return false;
  return handle.class.members.every(
    ({ name, type }) =>
      guard.readsMember(handle, name) &&
      holdsOnly(guard.model, name, type, (path) => guard.readsMember(handle, path)),
  );
}

/** Whether all members below a place are free; false where there may be any number of them. */
function holdsOnly(
  model: ExposedModel,
  members: string,
  type: Type,
  isFree: (path: string) => boolean,
  above: readonly ExposedClass[] = [],
): boolean {
  const plain = plainType(type);
  if (plain instanceof ArrayType) return holdsOnly(model, members, plain.element, isFree, above);
  if (!(plain instanceof CompositeType)) return true;
  if (plain.class === undefined || plain.isReference) return false;
  return [plain.class, ...model.classes.concreteSubtypes(plain.class)].every((cls) => {
    if (above.includes(cls)) return false;
    const isFreeBelow = ({ name, type: inner }: ExposedMember) => {
      const path = `${members}/${name}`;
      return isFree(path) && holdsOnly(model, path, inner, isFree, [...above, cls]);
    };
    return cls.members.every(isFreeBelow);
  });
}

/** Whether a body may name other objects, or say that one that the caller does not see stays. */
export function mayRefer(json: Json): boolean {
  const waiting: Json[] = [json];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === null) return true;
    if (typeof next !== 'object') continue;
    if (!Array.isArray(next) && Object.hasOwn(next, '@ref')) return true;
    for (const each of Array.isArray(next) ? next : Object.values(next))
      if (typeof each === 'object') waiting.push(each);
  }
  return false;
}
