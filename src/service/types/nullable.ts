import type { NullableKind } from './graph/kinds.js';
import { StructuralType } from './graph/structural.js';
import type { Type } from './type.js';

/** A nullable member of any type, for which null is a value (wire.md section 2). */
export class NullableType extends StructuralType implements NullableKind {
  readonly kind = 'nullable';
  readonly inner: Type;

  constructor(inner: Type) {
    super();
    this.inner = inner;
  }

  get name(): string {
    return this.inner.name;
  }

  get refers(): boolean {
    return this.inner.refers;
  }

  get keepable(): boolean {
    return this.inner.keepable;
  }

  defaultValue(): unknown {
    return null;
  }

  equal(a: unknown, b: unknown): boolean {
    if (a === null || a === undefined || b === null || b === undefined) return (a ?? null) === (b ?? null);
    return this.inner.equal(a, b);
  }
}

/** Returns the type without its nullability. */
export function plainType(type: Type): Type {
  return type instanceof NullableType ? type.inner : type;
}
