import { ExposedError } from '../exposed-error.js';
import { CompositeSnapshot } from '../types/composite.js';
import type { ExposedClass, ExposedMember } from '../types/exposed-class.js';
import type { Plan } from '../types/plan.js';
import type { Type } from '../types/type.js';
import { valueMemberType } from '../types/value.js';
import type { ValueType } from '../types/values/value-type.js';
import type { ExposedObjectHandle } from './handle.js';

/**
 * What is captured, tracked and persisted as a whole: the object of a handle, or an engine object that is inline in
 * it. `member` is the one that the rest of the path starts with.
 */
export interface PersistentUnit {
  readonly target: object;
  readonly class: ExposedClass;
  readonly member: ExposedMember;
}

/** What `baseline` gives where the captured state has no such place. */
export const noBaseline = Symbol('no baseline');

/**
 * A resolved property: where a path leads, relative to the handle that owns the place. It fetches its containers anew
 * on every use, and a keyed element by its key, so that a kept reference never writes to a stale element (PTH-8).
 */
export abstract class PropertyRef {
  readonly handle: ExposedObjectHandle;
  /** Canonical, with `/` separators and indexes; current names. */
  readonly path: string;
  readonly type: Type;
  readonly isReadOnly: boolean;
  /** The member of the handle's class that the path starts with. */
  readonly root: ExposedMember;
  readonly unit: PersistentUnit;

  protected constructor(init: {
    handle: ExposedObjectHandle;
    path: string;
    type: Type;
    isReadOnly: boolean;
    root: ExposedMember;
    unit: PersistentUnit;
  }) {
    this.handle = init.handle;
    this.path = init.path;
    this.type = init.type;
    this.isReadOnly = init.isReadOnly;
    this.root = init.root;
    this.unit = init.unit;
  }

  /** True when the place is not the handle's own alone: other objects may show the engine object inline too. */
  get isShared(): boolean {
    return !this.handle.isRegistered || this.unit.target !== this.handle.target;
  }

  /** What changes as a whole when the place is written: a vector for its component, else the place itself. */
  get whole(): PropertyRef {
    return this;
  }

  /** The names of the members on the way, without indexes, keys and parts: `cues/name` for `cues/3/name`. */
  abstract get memberPath(): string;

  /** True for a member of the object itself. */
  get isTopLevel(): boolean {
    return this.path === this.root.name;
  }

  /** The present value. @throws ExposedError `property-not-found` when the place is gone meanwhile. */
  abstract get(): unknown;
  /** Queues setting the value. */
  abstract assign(plan: Plan, value: unknown): void;
  /** The place in a capture of the unit's members; `noBaseline` where the capture has no such place. */
  abstract baseline(members: readonly unknown[]): unknown;

  protected gone(): ExposedError {
    return new ExposedError('property-not-found', this.path);
  }
}

/** A member of the handle's object, or of an inline composite at `parent`. */
export class MemberRef extends PropertyRef {
  readonly #parent: PropertyRef | undefined;
  readonly #member: ExposedMember;

  constructor(
    handle: ExposedObjectHandle,
    member: ExposedMember,
    parent?: PropertyRef,
    owner?: { readonly target: object; readonly class: ExposedClass },
  ) {
    super({
      handle,
      path: parent === undefined ? member.name : `${parent.path}/${member.name}`,
      type: member.type,
      // A struct is a value: it cannot be changed inside a read-only member. A class instance is not.
      isReadOnly: member.isReadOnly || (owner?.class.definition.kind === 'struct' && parent!.isReadOnly),
      root: parent?.root ?? member,
      unit: unitOf(handle, member, parent, owner),
    });
    this.#parent = parent;
    this.#member = member;
  }

  get memberPath(): string {
    return this.#parent === undefined ? this.#member.name : `${this.#parent.memberPath}/${this.#member.name}`;
  }

  get(): unknown {
    return this.#member.get(this.#target());
  }

  assign(plan: Plan, value: unknown): void {
    plan.assign(this.#target(), this.#member, value);
  }

  baseline(members: readonly unknown[]): unknown {
    if (this.#parent === undefined || this.unit !== this.#parent.unit) return members[this.#member.index];
    const parent = this.#parent.baseline(members);
    if (!(parent instanceof CompositeSnapshot) || parent.class.members[this.#member.index] !== this.#member) {
      return noBaseline;
    }
    return this.#member.isPersistable ? parent.values[this.#member.index] : noBaseline;
  }

  #target(): object {
    if (this.#parent === undefined) return this.handle.target;
    const target = this.#parent.get();
    if (target == null) throw this.gone();
    return target as object;
  }
}

/** A composite is part of the unit that holds it; an inline engine object is a unit of its own. */
function unitOf(
  handle: ExposedObjectHandle,
  member: ExposedMember,
  parent: PropertyRef | undefined,
  owner: { readonly target: object; readonly class: ExposedClass } | undefined,
): PersistentUnit {
  if (parent === undefined) return { target: handle.target, class: handle.class, member };
  return owner?.class.isEngineClass ? { ...owner, member } : parent.unit;
}

/** How a keyed element is found again after its collection has changed. */
export interface ElementKey {
  readonly text: string;
  /** Index of the element with the key, -1 when there is none. */
  find(items: readonly unknown[], text: string): number;
  matches(item: unknown, text: string): boolean;
}

/** An element of the array at `parent`. */
export class ElementRef extends PropertyRef {
  readonly array: PropertyRef;
  readonly #index: number;
  readonly #key: ElementKey | undefined;

  constructor(array: PropertyRef, type: Type, index: number, key?: ElementKey) {
    super({ ...array, path: `${array.path}/${index}`, type });
    this.array = array;
    this.#index = index;
    this.#key = key;
  }

  get memberPath(): string {
    return this.array.memberPath;
  }

  /** True when it was found by a key, and not by an index. */
  get isByKey(): boolean {
    return this.#key !== undefined;
  }

  /** The element's present index. @throws ExposedError `property-not-found` when it is gone. */
  index(): number {
    const items = this.#items();
    const present = this.#index < items.length;
    if (this.#key === undefined) {
      if (!present) throw this.gone();
      return this.#index;
    }
    if (present && this.#key.matches(items[this.#index], this.#key.text)) return this.#index;
    const index = this.#key.find(items, this.#key.text);
    if (index < 0) throw this.gone();
    return index;
  }

  get(): unknown {
    return this.#items()[this.index()];
  }

  assign(plan: Plan, value: unknown): void {
    const items = this.#items().slice();
    items[this.index()] = value;
    this.array.assign(plan, items);
  }

  baseline(members: readonly unknown[]): unknown {
    const items = this.array.baseline(members);
    const index = this.index();
    return Array.isArray(items) && index < items.length ? items[index] : noBaseline;
  }

  #items(): readonly unknown[] {
    return (this.array.get() ?? []) as readonly unknown[];
  }
}

/** A component of the vector, colour or transform at `parent`. */
export class PartRef extends PropertyRef {
  readonly #parent: PropertyRef;
  readonly #part: string;

  constructor(parent: PropertyRef, part: string, valueType: ValueType) {
    super({ ...parent, path: `${parent.path}/${part}`, type: valueMemberType(valueType) });
    this.#parent = parent;
    this.#part = part;
  }

  override get whole(): PropertyRef {
    return this.#parent.whole;
  }

  get memberPath(): string {
    return this.#parent.memberPath;
  }

  get(): unknown {
    const whole = this.#parent.get() ?? this.#parent.type.defaultValue();
    return (whole as Record<string, unknown>)[this.#part];
  }

  assign(plan: Plan, value: unknown): void {
    const whole = this.#parent.get() ?? this.#parent.type.defaultValue();
    this.#parent.assign(plan, { ...(whole as object), [this.#part]: value });
  }

  baseline(members: readonly unknown[]): unknown {
    const whole = this.#parent.baseline(members);
    if (whole === noBaseline || whole == null) return noBaseline;
    return (whole as Record<string, unknown>)[this.#part];
  }
}
