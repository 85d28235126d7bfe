import { valueType } from '../../wire/value-types.js';
import { failed } from '../common/application-code.js';
import { typeText } from '../common/exception-text.js';
import { ArrayType } from '../types/array.js';
import { AssetType } from '../types/asset.js';
import { CompositeType } from '../types/composite.js';
import { EnumType } from '../types/enum.js';
import type { ExposedClass } from '../types/exposed-class.js';
import type { ExposedMember } from '../types/exposed-member.js';
import { itemsOf } from '../types/graph/kinds.js';
import { NullableType } from '../types/nullable.js';
import type { Type } from '../types/type.js';
import { valueTypes } from '../types/values/table.js';
import type { ValueType } from '../types/values/value-type.js';

/** An array or an object that is not completely checked yet. */
interface OpenContainer {
  readonly items: readonly unknown[];
  /** The type of an array's items; undefined for an object, whose items are its members. */
  readonly element: Type | undefined;
  readonly members: readonly ExposedMember[];
  next: number;
}

/**
 * Returns why a result is not of the declared type of its function; undefined if it is. Nothing is converted, except
 * scalars to String. Null and undefined are invalid for value types, enums and structs, and null for all others.
 */
export function resultProblem(type: Type, result: unknown): string | undefined {
  return new ResultWalk().check(type, result);
}

const noMembers: readonly ExposedMember[] = [];

class ResultWalk {
  readonly #open: OpenContainer[] = [];
  /** Prevents endless recursion in cyclic graphs. */
  readonly #seen = new Set<unknown>();

  check(type: Type, result: unknown): string | undefined {
    const expected = this.#checkValue(type, result);
    if (expected !== undefined) return `expected ${expected}, got ${typeText(result)}`;
    for (let last = this.#open.at(-1); last !== undefined; last = this.#open.at(-1)) {
      const i = last.next++;
      if (i >= last.items.length) {
        this.#open.pop();
        continue;
      }
      const value = last.items[i];
      if (value === failed) continue;
      const wrong = this.#checkValue(last.element ?? last.members[i]!.type, value);
      if (wrong !== undefined) return `expected ${wrong} at ${this.#path()}, got ${typeText(value)}`;
    }
    return undefined;
  }

  #path(): string {
    return this.#open.map(({ members, next }) => members[next - 1]?.name ?? next - 1).join('/');
  }

  /** Returns what was expected if the value does not match; its items are checked later. */
  #checkValue(type: Type, value: unknown): string | undefined {
    if (type instanceof NullableType) return value == null ? undefined : this.#checkValue(type.inner, value);
    if (type instanceof ArrayType) {
      if (value == null) return undefined;
      const items = itemsOf(value);
      if (items === undefined) return type.name;
      this.#open.push({ items, element: type.element, members: noMembers, next: 0 });
      return undefined;
    }
    if (type instanceof CompositeType) return this.#checkComposite(type, value);
    if (type instanceof AssetType)
      return value == null || typeof value === 'string' ? undefined : `the GUID of an asset (${type.name})`;
    if (type instanceof EnumType) return isOfEnum(type, value) ? undefined : type.name;
    const valueType = valueTypes.get(type.name);
    return valueType === undefined || isOfValueType(valueType, value) ? undefined : type.name;
  }

  #checkComposite(type: CompositeType, value: unknown): string | undefined {
    const declared = type.class;
    if (value == null) return declared?.definition.kind === 'struct' ? type.name : undefined;
    if (typeof value !== 'object' && typeof value !== 'function') return type.name;
    if (this.#seen.has(value)) return undefined;
    this.#seen.add(value);
    const cls = type.classOfInline(value);
    if (declared !== undefined && !isInstance(value, declared, cls)) return type.name;
    if (cls === undefined) return undefined;
    const { members } = cls;
    this.#open.push({
      items: members.map((member) => member.read(value)),
      element: undefined,
      members,
      next: 0,
    });
    return undefined;
  }
}

/**
 * True for an instance of the declared class or a subclass, and for a plain object unless the class is the
 * engine's.
 */
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

/** Types that a String member converts. */
const stringCompatibleTypes = ['string', 'number', 'bigint', 'boolean'];

function isOfValueType(type: ValueType, value: unknown): boolean {
  if (type.parts !== undefined) {
    if (typeof value !== 'object' || value === null) return false;
    return [...type.parts].every(([name, part]) =>
      isOfValueType(part, (value as Record<string, unknown>)[name]),
    );
  }
  switch (valueType(type.name)?.form) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'text':
      return value == null || stringCompatibleTypes.includes(typeof value);
    case 'float':
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
