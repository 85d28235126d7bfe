import { types } from 'node:util';
import { failed } from '../application-code.js';
import { valueText } from '../exception-text.js';
import { ArrayType } from '../types/array.js';
import { AssetType } from '../types/asset.js';
import { CompositeType } from '../types/composite.js';
import { EnumType } from '../types/enum.js';
import type { ExposedClass } from '../types/exposed-class.js';
import { NullableType } from '../types/nullable.js';
import type { Type } from '../types/type.js';
import { valueTypes } from '../types/values/table.js';
import type { ValueType } from '../types/values/value-type.js';

/** A value that is still to be looked at, and where it stands in the result: empty, or `/lens/focalLength`. */
interface Waiting {
  readonly type: Type;
  readonly value: unknown;
  readonly at: string;
}

/**
 * What keeps a result from being of the type that its function declares, in words; undefined when nothing does. Nothing is
 * converted but what a String makes a text of: a function that says Single and gives a text has a fault that its callers
 * must hear of. Null and undefined are no values of value types, enums and structs; for the others they are null.
 */
export function wrongResult(type: Type, result: unknown): string | undefined {
  const waiting: Waiting[] = [{ type, value: result, at: '' }];
  // A graph may lead back to what has been looked at.
  const seen = new Set<unknown>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const expected = lookAt(next, waiting, seen);
    if (expected === undefined) continue;
    const where = next.at === '' ? '' : ` at ${next.at.slice(1)}`;
    return `expected ${expected}${where}, got ${valueText(next.value)}`;
  }
  return undefined;
}

/** Says what was expected, where that is not what is there; what is in it waits for its turn. */
function lookAt({ type, value, at }: Waiting, waiting: Waiting[], seen: Set<unknown>): string | undefined {
  if (type instanceof NullableType) {
    if (value != null) waiting.push({ type: type.inner, value, at });
    return undefined;
  }
  if (type instanceof ArrayType) {
    if (value == null) return undefined;
    if (!Array.isArray(value) && !types.isTypedArray(value)) return type.name;
    for (let i = value.length - 1; i >= 0; i--)
      waiting.push({ type: type.element, value: value[i], at: `${at}/${i}` });
    return undefined;
  }
  if (type instanceof CompositeType) return lookAtComposite(type, value, at, waiting, seen);
  if (type instanceof AssetType)
    return value == null || typeof value === 'string' ? undefined : `the GUID of an asset (${type.name})`;
  if (type instanceof EnumType) return isOfEnum(type, value) ? undefined : type.name;
  const valueType = valueTypes.get(type.name);
  return valueType === undefined || isOfValueType(valueType, value) ? undefined : type.name;
}

function lookAtComposite(
  type: CompositeType,
  value: unknown,
  at: string,
  waiting: Waiting[],
  seen: Set<unknown>,
): string | undefined {
  const declared = type.class;
  if (value == null) return declared?.definition.kind === 'struct' ? type.name : undefined;
  if (typeof value !== 'object' && typeof value !== 'function') return type.name;
  if (seen.has(value)) return undefined;
  seen.add(value);
  const cls = type.classOfInline(value);
  if (declared !== undefined && !isInstance(value, declared, cls)) return type.name;
  for (const member of [...(cls?.members ?? [])].reverse()) {
    const content = member.read(value);
    if (content !== failed) waiting.push({ type: member.type, value: content, at: `${at}/${member.name}` });
  }
  return undefined;
}

/** Of the declared class or one that derives from it; where objects are not the engine's, a plain one of that shape too. */
function isInstance(value: object, declared: ExposedClass, cls: ExposedClass | undefined): boolean {
  const { kind, constructorFunction } = declared.definition;
  if (kind === 'gameObject' || value instanceof constructorFunction) return true;
  if (cls !== undefined && cls !== declared) return cls.isA(declared);
  const prototype: unknown = Object.getPrototypeOf(value);
  return !declared.isEngineClass && (prototype === Object.prototype || prototype === null);
}

function isOfEnum(type: EnumType, value: unknown): boolean {
  if (typeof value !== 'string') return Number.isInteger(value);
  try {
    type.read(value, undefined, undefined, '');
    return true;
  } catch {
    return false;
  }
}

function isOfValueType(type: ValueType, value: unknown): boolean {
  if (type.parts !== undefined) {
    if (typeof value !== 'object' || value === null) return false;
    return [...type.parts].every(([name, part]) =>
      isOfValueType(part, (value as Record<string, unknown>)[name]),
    );
  }
  switch (type.name) {
    case 'Boolean':
      return typeof value === 'boolean';
    case 'String':
      return value == null || ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
    case 'Single':
    case 'Double':
      return typeof value === 'number';
    default:
      return (typeof value === 'bigint' || Number.isInteger(value)) && isInRange(type, value as number);
  }
}

function isInRange(type: ValueType, value: number | bigint): boolean {
  try {
    type.read(value, 0, '');
    return true;
  } catch {
    return false;
  }
}
