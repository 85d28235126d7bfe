import { plainType } from '../types/nullable.js';
import type { Plan } from '../types/plan.js';
import { type ValueMemberType, valueMemberType } from '../types/value.js';
import type { ValueType } from '../types/values/value-type.js';
import { noBaseline, PropertyRef, type Steps } from './property-ref.js';

/** A component of the vector, colour or transform at `parent`. */
export class PartRef extends PropertyRef {
  readonly #parent: PropertyRef;
  readonly #part: string;
  readonly #valueType: ValueType;

  constructor(parent: PropertyRef, part: string, valueType: ValueType) {
    super({ ...parent, type: valueMemberType(valueType) });
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

  get unitPath(): Steps {
    return [...this.#parent.unitPath, this.#part];
  }

  get(): unknown {
    return (this.#whole() as Record<string, unknown>)[this.#part];
  }

  assign(plan: Plan, value: unknown): void {
    this.#parent.assign(plan, this.#with(value));
  }

  override inWhole(value: unknown): unknown {
    return this.#parent.inWhole(this.#with(value));
  }

  /** Its components alone: there may be anything else in what application code holds. */
  #with(value: unknown): object {
    return (plainType(this.#parent.type) as ValueMemberType).withPart(this.#whole(), this.#part, value);
  }

  /** Application code may hold anything where a vector is declared. */
  #whole(): object {
    const whole = this.#parent.get();
    return (typeof whole === 'object' && whole !== null ? whole : this.#parent.type.defaultValue()) as object;
  }

  isAdded(members: readonly unknown[]): boolean {
    return this.#parent.isAdded(members);
  }

  baseline(members: readonly unknown[]): unknown {
    const whole = this.#parent.baseline(members);
    if (whole === noBaseline || whole == null) return noBaseline;
    return (whole as Record<string, unknown>)[this.#part];
  }
}
