import { isJsonObject, type Json, type JsonObject } from '../../../json.js';
import { hasOperations, operationOf } from '../../../types/graph/file-reader.js';
import { isArray, isComposite, isNullable } from '../../../types/graph/kinds.js';
import { inlineElement } from '../../../types/graph/list-diff.js';
import { CompositeSnapshot } from '../../../types/graph/snapshot.js';
import type { Type } from '../../../types/type.js';
import { ValueMemberType } from '../../../types/value.js';
import { heldNames } from '../edit-place.js';

/**
 * One value of a file that says what two say of which the second is applied over the first: the second, and what of the first
 * it leaves as it is.
 * @param value what they have made
 * @returns undefined where that takes more than their texts
 */
export function mergedJson(type: Type, under: Json, over: Json, value: unknown): Json | undefined {
  const kind = isNullable(type) ? type.inner : type;
  if (isJsonObject(over) && Object.hasOwn(over, '@ref')) return over;
  if (isArray(kind)) {
    const isWhole = inlineElement(kind.element) === undefined;
    return Array.isArray(over) && (isWhole || hasOperations(over)) ? over : undefined;
  }
  if (!isJsonObject(over)) return isSameKind(under, over) ? over : undefined;
  if (!isJsonObject(under) || Object.hasOwn(under, '@ref')) return undefined;
  if (!isComposite(kind)) {
    const hasParts = kind instanceof ValueMemberType && kind.valueType.parts !== undefined;
    return hasParts ? mergedParts(under, over) : over;
  }
  return value instanceof CompositeSnapshot ? mergedMembers(under, over, value) : undefined;
}

function mergedMembers(under: JsonObject, over: JsonObject, value: CompositeSnapshot): Json | undefined {
  const says = Object.keys(under).some((name) => name !== '@op' && name !== '@type');
  const isOther = Object.hasOwn(over, '@type') && over['@type'] !== under['@type'];
  if (isOther && (says || Object.hasOwn(under, '@type'))) return undefined;
  // A list in it is read over the captured default of its index, and in a new element as a whole.
  if (operationOf(under) === 'new' && saysList(over)) return undefined;
  const memberOf = (name: string) => value.class.member(name);
  const [names, namesUnder] = [heldNames(over, memberOf), heldNames(under, memberOf)];
  const both: JsonObject = { ...over };
  for (const [name, json] of Object.entries(under)) {
    const member = name.startsWith('@') ? undefined : memberOf(name);
    if (member === undefined) {
      if (!Object.hasOwn(over, name)) both[name] = json;
      continue;
    }
    if (namesUnder.get(member) !== name) continue;
    const heldAs = names.get(member);
    const merged =
      heldAs === undefined ? json : mergedJson(member.type, json, over[heldAs]!, value.of(member));
    if (merged === undefined) return undefined;
    both[heldAs ?? name] = merged;
  }
  return both;
}

/** Whether there is a list in it that may be one of objects. */
function saysList(json: Json): boolean {
  if (Array.isArray(json)) return json.every((each) => typeof each === 'object');
  return isJsonObject(json) && Object.values(json).some(saysList);
}

/** Of a vector. */
function mergedParts(under: JsonObject, over: JsonObject): JsonObject {
  const both: JsonObject = { ...over };
  for (const [name, json] of Object.entries(under)) {
    const part = both[name];
    if (part === undefined) both[name] = json;
    else if (isJsonObject(json) && isJsonObject(part)) both[name] = mergedParts(json, part);
  }
  return both;
}

function isSameKind(a: Json, b: Json): boolean {
  return typeof a === typeof b && Array.isArray(a) === Array.isArray(b);
}
