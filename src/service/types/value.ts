import { types } from 'node:util';
import { parseScalar } from '../../wire/json.js';
import type { Json } from '../common/json.js';
import { LeafType } from './leaf.js';
import { plainType } from './nullable.js';
import type { Type } from './type.js';
import type { ValueType } from './values/value-type.js';

/** A value type as a member's type. Captures are copies, since application code may mutate vectors. */
export class ValueMemberType extends LeafType {
  override readonly size: number;
  readonly name: string;
  readonly needsCurrent: boolean;
  readonly valueType: ValueType;

  constructor(valueType: ValueType) {
    super();
    this.valueType = valueType;
    this.name = valueType.name;
    this.needsCurrent = valueType.merges;
    this.size = sizeOf(valueType);
  }

  defaultValue(): unknown {
    return this.valueType.defaultValue();
  }

  /** Reads all components here, so that one that throws makes the read of the member fail. */
  override sanitize(value: unknown): unknown {
    const { parts } = this.valueType;
    if (parts === undefined || !isObject(value)) return value;
    return types.isProxy(value) ? copy(this.valueType, value) : readParts(parts, value);
  }

  read(json: Json, current: unknown, _plan: unknown, where: string): unknown {
    return this.valueType.read(json, current, where);
  }

  get expected(): string {
    return this.valueType.expected;
  }

  fits(value: unknown): boolean {
    return this.valueType.fits(value);
  }

  equal(a: unknown, b: unknown): boolean {
    return this.valueType.equal(a, b);
  }

  /** Returns a copy of a composite with another part; with only that part if another one throws. */
  withPart(composite: object, name: string, part: unknown): object {
    const present = composite as Record<string, unknown>;
    const made: Record<string, unknown> = {};
    try {
      for (const [key, type] of this.valueType.parts!)
        made[key] = key === name ? part : copy(type, present[key]);
      return made;
    } catch {
      return { [name]: part };
    }
  }

  protected toText(value: unknown): string {
    return this.valueType.write(value);
  }

  protected toJson(value: unknown): Json {
    return persist(this.valueType, value);
  }

  protected override difference(value: unknown, snapshot: unknown): Json {
    return difference(this.valueType, value, snapshot) ?? this.toJson(value);
  }

  protected override copy(value: unknown): unknown {
    return copy(this.valueType, value);
  }
}

export type PartsMap = ReadonlyMap<string, ValueType> | undefined;

/** Returns the components of a vector or colour type, nullable or not; undefined for any other. */
export function partsOf(type: Type): PartsMap {
  const plain = plainType(type);
  return plain instanceof ValueMemberType ? plain.valueType.parts : undefined;
}

function readParts(parts: NonNullable<ValueType['parts']>, value: Record<string, unknown>): unknown {
  for (const [key, { parts: inner }] of parts) {
    const part = value[key];
    if (inner !== undefined && isObject(part)) readParts(inner, part);
  }
  return value;
}

function sizeOf({ parts }: ValueType): number {
  return parts === undefined ? 1 : [...parts.values()].reduce((sum, part) => sum + sizeOf(part), 1);
}

function copy({ parts }: ValueType, value: unknown): unknown {
  if (parts === undefined || !isObject(value)) return value;
  const copied: Record<string, unknown> = {};
  for (const [key, part] of parts) copied[key] = copy(part, value[key]);
  return Object.freeze(copied);
}

function persist(type: ValueType, value: unknown): Json {
  const present = value ?? type.defaultValue();
  if (type.parts === undefined || !isObject(present)) return parseScalar(type.write(value));
  return Object.fromEntries([...type.parts].map(([key, part]) => [key, persist(part, present[key])]));
}

/** Returns the parts that differ: `"position": {"x": -18.627}`. */
export function difference(type: ValueType, value: unknown, snapshot: unknown): Json | undefined {
  if (type.equal(value, snapshot)) return undefined;
  const present = value ?? type.defaultValue();
  if (type.parts === undefined || !isObject(snapshot) || !isObject(present)) return persist(type, value);
  const differing = [...type.parts].flatMap(([key, part]) => {
    const of = difference(part, present[key], snapshot[key]);
    return of === undefined ? [] : [[key, of] as const];
  });
  return Object.fromEntries(differing);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
