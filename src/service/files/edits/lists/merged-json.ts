import { isJsonObject, type Json, type JsonObject } from '../../../common/json.js';
import { hasOperations, operationOf } from '../../../types/graph/file-reader.js';
import { isArray, isComposite, isNullable } from '../../../types/graph/kinds.js';
import { inlineElement } from '../../../types/graph/list-diff.js';
import { CompositeSnapshot } from '../../../types/graph/snapshot.js';
import type { Type } from '../../../types/type.js';
import { ValueMemberType } from '../../../types/value.js';
import { namesInFile } from '../edit-place.js';

/**
 * Merges two values of a file of which the second is applied over the first.
 * @param value the resulting value
 * @returns undefined if the JSON alone is not sufficient
 */
export function mergeJson(type: Type, earlier: Json, over: Json, value: unknown): Json | undefined {
  const kind = isNullable(type) ? type.inner : type;
  if (isJsonObject(over) && Object.hasOwn(over, '@ref')) return over;
  if (isArray(kind)) {
    const isWhole = inlineElement(kind.element) === undefined;
    return Array.isArray(over) && (isWhole || hasOperations(over)) ? over : undefined;
  }
  if (!isJsonObject(over)) return isSameKind(earlier, over) ? over : undefined;
  if (!isJsonObject(earlier) || Object.hasOwn(earlier, '@ref')) return undefined;
  if (!isComposite(kind)) {
    const hasParts = kind instanceof ValueMemberType && kind.valueType.parts !== undefined;
    return hasParts ? mergeParts(earlier, over) : over;
  }
  return value instanceof CompositeSnapshot ? mergeMembers(earlier, over, value) : undefined;
}

function mergeMembers(earlier: JsonObject, over: JsonObject, value: CompositeSnapshot): Json | undefined {
  const hasMembers = Object.keys(earlier).some((name) => name !== '@op' && name !== '@type');
  const isOtherType = Object.hasOwn(over, '@type') && over['@type'] !== earlier['@type'];
  if (isOtherType && (hasMembers || Object.hasOwn(earlier, '@type'))) return undefined;
  // A list in a new element is read as a whole, otherwise over the captured default of its index.
  if (operationOf(earlier) === 'new' && mayHaveObjectList(over)) return undefined;
  const memberOf = (name: string) => value.class.member(name);
  const [names, earlierNames] = [namesInFile(over, memberOf), namesInFile(earlier, memberOf)];
  const both: JsonObject = { ...over };
  for (const [name, json] of Object.entries(earlier)) {
    const member = name.startsWith('@') ? undefined : memberOf(name);
    if (member === undefined) {
      if (!Object.hasOwn(over, name)) both[name] = json;
      continue;
    }
    if (earlierNames.get(member) !== name) continue;
    const heldAs = names.get(member);
    const merged =
      heldAs === undefined ? json : mergeJson(member.type, json, over[heldAs]!, value.of(member));
    if (merged === undefined) return undefined;
    both[heldAs ?? name] = merged;
  }
  return both;
}

/** True if it contains a list that may be one of objects. */
function mayHaveObjectList(json: Json): boolean {
  if (Array.isArray(json)) return json.every((each) => typeof each === 'object');
  return isJsonObject(json) && Object.values(json).some(mayHaveObjectList);
}

/** Merges the components of two vectors. */
function mergeParts(earlier: JsonObject, over: JsonObject): JsonObject {
  const both: JsonObject = { ...over };
  for (const [name, json] of Object.entries(earlier)) {
    const part = both[name];
    if (part === undefined) both[name] = json;
    else if (isJsonObject(json) && isJsonObject(part)) both[name] = mergeParts(json, part);
  }
  return both;
}

function isSameKind(a: Json, b: Json): boolean {
  return typeof a === typeof b && Array.isArray(a) === Array.isArray(b);
}
