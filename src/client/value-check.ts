import { isNumberType, valueType } from '../wire/value-types.js';
import { type Json, toJson } from './json.js';
import type { PathSegment } from './path.js';
import { locate, valueAt } from './tree.js';
import type { TypeCache } from './type-cache.js';
import type { PropertyDescriptor } from './wire.js';

/** Returns the type of a member that certainly rejects a value; undefined if it may accept it, or is unknown. */
export function mismatchedType(
  tree: Json | undefined,
  segments: readonly PathSegment[],
  value: Json,
  types: TypeCache,
): string | undefined {
  const location = locate(tree, segments, (type) => types.keyOf(type));
  if (location === undefined || location.length === 0) return undefined;
  const owner = valueAt(tree, location.slice(0, -1)) as { readonly '@type'?: Json } | undefined;
  const type = owner?.['@type'];
  const member = typeof type === 'string' ? types.memberOf(type, location.at(-1)!) : undefined;
  // Descriptors of older hosts do not say what is nullable.
  if (member?.valueKind === undefined) return undefined;
  return fits(member, value) ? undefined : member.type;
}

function fits({ type, isArray, isNullable, valueKind }: PropertyDescriptor, value: Json): boolean {
  const form = valueType(type)?.form;
  if (value === null) return isNullable === true || !(isArray || isNumberType(type) || form === 'parts');
  if (isArray) return Array.isArray(value);
  if (valueKind === 'enum') return typeof value === 'string' || isNumber(value);
  if (valueKind !== 'value') return true;
  switch (form) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'text':
      return typeof value !== 'object';
    case 'parts':
      return typeof value === 'object' && !Array.isArray(value);
    case undefined:
      return true;
    default:
      return isNumber(value) || (typeof value === 'string' && isNumeric(value));
  }
}

function isNumber(value: Json): boolean {
  return typeof value === 'number' || typeof value === 'bigint';
}

function isNumeric(text: string): boolean {
  return !Number.isNaN(Number(text)) || /^\s*[+-]?(nan|inf)/i.test(text);
}

/** Returns a value as messages show it. */
export function shortText(value: Json): string {
  const text = toJson(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
