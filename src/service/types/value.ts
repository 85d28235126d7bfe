import { type Json, parseScalar } from '../json.js';
import { readOrIgnore } from './read-or-ignore.js';
import type { Type } from './type.js';
import type { ValueType } from './values/value-type.js';

/** A value type as a member's type. Application code may hold composites that it mutates: captures are copies. */
export function valueMemberType(valueType: ValueType): Type & { readonly valueType: ValueType } {
  const { parts } = valueType;
  const copy = (value: unknown): unknown => {
    if (parts === undefined || value == null) return value;
    const source = value as Record<string, unknown>;
    return Object.freeze(
      Object.fromEntries(
        [...parts].map(([key, part]) => [key, part.parts ? { ...(source[key] as object) } : source[key]]),
      ),
    );
  };
  return {
    valueType,
    name: valueType.name,
    needsCurrent: valueType.merges,
    keepable: true,
    defaultValue: () => valueType.defaultValue(),
    read: (json, current, _plan, where) => valueType.read(json, current, where),
    write: (value) => valueType.write(value),
    equal: (a, b) => valueType.equal(a, b),
    capture: copy,
    same: (value, snapshot) => valueType.equal(value, snapshot),
    restore: (snapshot) => copy(snapshot),
    persist: (value) => persist(valueType, value),
    delta: (value, snapshot) => delta(valueType, value, snapshot),
    readDelta: (json, current, _snapshot, _plan, at) =>
      readOrIgnore(at, () => valueType.read(json, current, at.path)),
  };
}

function persist(type: ValueType, value: unknown): Json {
  if (type.parts === undefined) return parseScalar(type.write(value));
  const parts = (value ?? type.defaultValue()) as Record<string, unknown>;
  return Object.fromEntries([...type.parts].map(([key, part]) => [key, persist(part, parts[key])]));
}

/** Of a value with parts the parts that differ: `"position": {"x": -18.627}`. */
function delta(type: ValueType, value: unknown, snapshot: unknown): Json | undefined {
  if (type.equal(value, snapshot)) return undefined;
  if (type.parts === undefined || snapshot === undefined || snapshot === null) return persist(type, value);
  const parts = (value ?? type.defaultValue()) as Record<string, unknown>;
  const before = snapshot as Record<string, unknown>;
  const differing = [...type.parts].flatMap(([key, part]) => {
    const of = delta(part, parts[key], before[key]);
    return of === undefined ? [] : [[key, of] as const];
  });
  return Object.fromEntries(differing);
}
