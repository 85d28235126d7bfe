import type { Type } from '../type.js';
import type { ValueType } from '../values/value-type.js';

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
  };
}
