import type { Json } from '../json.js';
import type { Plan } from './plan.js';
import type { FilePlace, Type } from './type.js';

/** A nullable member of any type: null is a value of it (wire.md section 2). */
export class NullableType implements Type {
  readonly inner: Type;

  constructor(inner: Type) {
    this.inner = inner;
  }

  get name(): string {
    return this.inner.name;
  }

  get needsCurrent(): boolean {
    return this.inner.needsCurrent;
  }

  get keepable(): boolean {
    return this.inner.keepable;
  }

  defaultValue(): unknown {
    return null;
  }

  read(json: Json, current: unknown, plan: Plan, where: string): unknown {
    return json === null ? null : this.inner.read(json, current ?? undefined, plan, where);
  }

  write(value: unknown, remaining: number): string {
    return value == null ? 'null' : this.inner.write(value, remaining);
  }

  equal(a: unknown, b: unknown): boolean {
    if (a == null || b == null) return a == null && b == null;
    return this.inner.equal(a, b);
  }

  capture(value: unknown): unknown {
    return value == null ? null : this.inner.capture(value);
  }

  same(value: unknown, snapshot: unknown): boolean {
    if (value == null || snapshot == null) return value == null && snapshot == null;
    return this.inner.same(value, snapshot);
  }

  restore(snapshot: unknown, current: unknown, plan: Plan): unknown {
    return snapshot == null ? null : this.inner.restore(snapshot, current ?? undefined, plan);
  }

  persist(value: unknown): Json | undefined {
    return value == null ? null : this.inner.persist(value);
  }

  delta(value: unknown, snapshot: unknown): Json | undefined {
    if (snapshot !== undefined && this.same(value, snapshot)) return undefined;
    return value == null ? null : this.inner.delta(value, snapshot ?? undefined);
  }

  readDelta(json: Json, current: unknown, snapshot: unknown, plan: Plan, at: FilePlace): unknown {
    if (json === null) return null;
    return this.inner.readDelta(json, current ?? undefined, snapshot ?? undefined, plan, at);
  }
}

/** The type behind a nullable one. */
export function plainType(type: Type): Type {
  return type instanceof NullableType ? type.inner : type;
}
