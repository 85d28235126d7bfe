import { plainType } from '../types/nullable.js';
import type { Plan } from '../types/plan.js';
import { ValueMemberType } from '../types/value.js';
import type { ValueType } from '../types/values/value-type.js';
import { notCaptured, type PathSegments, PropertyRef } from './property-ref.js';

type Parts = Record<string, unknown>;

/** A component of the vector, colour or transform at `parent`. */
export class PartRef extends PropertyRef {
  readonly #parent: PropertyRef;
  readonly #part: string;
  readonly #valueType: ValueType;

  constructor(parent: PropertyRef, part: string, valueType: ValueType) {
    super(parent.handle, new ValueMemberType(valueType), parent.root, parent.owner);
    this.#parent = parent;
    this.#part = part;
    this.#valueType = valueType;
  }

  get path(): string {
    return `${this.#parent.path}/${this.#part}`;
  }

  get isReadOnly(): boolean {
    return this.#parent.isReadOnly;
  }

  get isPersistable(): boolean {
    return this.#parent.isPersistable;
  }

  get outer(): PropertyRef {
    return this.#parent;
  }

  within(outer: PropertyRef): PropertyRef {
    return new PartRef(outer, this.#part, this.#valueType);
  }

  pinned(): PropertyRef {
    const parent = this.#parent.pinned();
    return parent === this.#parent ? this : this.within(parent);
  }

  override get whole(): PropertyRef {
    return this.#parent.whole;
  }

  get memberPath(): string {
    return this.#parent.memberPath;
  }

  get ownerPath(): PathSegments {
    return [...this.#parent.ownerPath, this.#part];
  }

  /** @throws ExposedError `property-not-found` below a null of a nullable type (PTH-12) */
  get(): unknown {
    const whole = objectOr(this.#parent.get(), this.#parent.type.defaultValue());
    if (whole === null) throw this.gone();
    return whole[this.#part];
  }

  override beforeWrite(): unknown {
    return this.#whole()[this.#part];
  }

  assign(plan: Plan, value: unknown): void {
    this.#parent.assign(plan, this.#with(value));
  }

  override inWhole(value: unknown): unknown {
    return this.#parent.inWhole(this.#with(value));
  }

  /** Copies only the known components, since application code may store other properties as well. */
  #with(value: unknown): object {
    return (plainType(this.#parent.type) as ValueMemberType).withPart(this.#whole(), this.#part, value);
  }

  /** Returns the value to write into; the default if it is null (PTH-12). */
  #whole(): Parts {
    return objectOr(this.#parent.beforeWrite(), plainType(this.#parent.type).defaultValue())!;
  }

  isAdded(members: readonly unknown[]): boolean {
    return this.#parent.isAdded(members);
  }

  valueIn(members: readonly unknown[]): unknown {
    const whole = this.#parent.valueIn(members);
    if (whole === notCaptured || whole == null) return notCaptured;
    return (whole as Record<string, unknown>)[this.#part];
  }
}

/** Application code may store any value where a vector is declared. */
function objectOr(value: unknown, fallback: unknown): Parts | null {
  return (typeof value === 'object' && value !== null ? value : fallback) as Parts | null;
}
