import { ExposedError } from '../exposed-error.js';
import type { ExposedClass, ExposedMember } from '../types/exposed-class.js';
import { CompositeSnapshot, isCaptured } from '../types/graph/snapshot.js';
import type { Plan } from '../types/plan.js';
import type { Type } from '../types/type.js';
import { valueMemberType } from '../types/value.js';
import type { ValueType } from '../types/values/value-type.js';
import type { ElementFinder, ElementKeys } from './element-keys.js';
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

/** Names of members and indexes of elements. */
export type Steps = readonly (string | number)[];

/** What `baseline` gives where the captured state has no such place. */
export const noBaseline = Symbol('no baseline');

/**
 * A resolved property: where a path leads, relative to the handle that owns the place. It fetches its containers anew
 * on every use, and a keyed element by its key, so that a kept reference never writes to a stale element (PTH-8).
 */
export abstract class PropertyRef {
  readonly handle: ExposedObjectHandle;
  readonly type: Type;
  /** The member of the handle's class that the path starts with. */
  readonly root: ExposedMember;
  readonly unit: PersistentUnit;

  protected constructor(init: {
    handle: ExposedObjectHandle;
    type: Type;
    root: ExposedMember;
    unit: PersistentUnit;
  }) {
    this.handle = init.handle;
    this.type = init.type;
    this.root = init.root;
    this.unit = init.unit;
  }

  /** Canonical, with `/` separators and present indexes; current names. */
  abstract get path(): string;

  /** Whether remote apps may not write it. */
  abstract get isReadOnly(): boolean;

  /** Whether files hold the place: it, and every member on the way to it from its unit. */
  abstract get isPersistable(): boolean;

  /**
   * The same place, held by the elements that the way to it leads through now and not by their keys: a write may change
   * the very key that its path names, or the order of an array, and still answers and is sent for what was written
   * (PTH-11). For the length of a request; what is kept longer follows keys.
   */
  abstract pinned(): PropertyRef;

  /** The place that this one lies in directly; undefined for a member of the handle's object. */
  abstract get outer(): PropertyRef | undefined;
  /** The same step from another place, which holds the same object. */
  abstract within(outer: PropertyRef | undefined): PropertyRef;

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

  /** The way from the unit to the place, with present indexes. */
  abstract get unitPath(): Steps;

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
  /** True for what lies in an element that the captured array does not have: it differs from the defaults as a whole. */
  abstract isAdded(members: readonly unknown[]): boolean;

  protected gone(): ExposedError {
    return new ExposedError('property-not-found', this.path);
  }
}

/** A member of the handle's object, or of an inline composite at `parent`. */
export class MemberRef extends PropertyRef {
  readonly #parent: PropertyRef | undefined;
  readonly #member: ExposedMember;
  readonly #owner: { readonly target: object; readonly class: ExposedClass } | undefined;

  constructor(
    handle: ExposedObjectHandle,
    member: ExposedMember,
    parent?: PropertyRef,
    owner?: { readonly target: object; readonly class: ExposedClass },
  ) {
    super({
      handle,
      type: member.type,
      root: parent?.root ?? member,
      unit: unitOf(handle, member, parent, owner),
    });
    this.#parent = parent;
    this.#member = member;
    this.#owner = owner;
  }

  get path(): string {
    return this.#parent === undefined ? this.#member.name : `${this.#parent.path}/${this.#member.name}`;
  }

  get isReadOnly(): boolean {
    if (this.#member.isReadOnlyIn(this.#owner?.target ?? this.handle.target)) return true;
    // A struct is a value: it cannot be changed inside a read-only member. A class instance is not.
    return this.#owner?.class.definition.kind === 'struct' && this.#parent!.isReadOnly;
  }

  get isPersistable(): boolean {
    const isBegin = this.#parent === undefined || this.#parent.unit !== this.unit;
    return this.#member.isPersistable && (isBegin || this.#parent!.isPersistable);
  }

  get outer(): PropertyRef | undefined {
    return this.#parent;
  }

  within(outer: PropertyRef | undefined): PropertyRef {
    return new MemberRef(this.handle, this.#member, outer, outer && this.#owner);
  }

  /** The inline object that it is a member of; undefined for a member of the handle's object. */
  get holder(): object | undefined {
    return this.#owner?.target;
  }

  pinned(): PropertyRef {
    const parent = this.#parent?.pinned();
    return parent === this.#parent ? this : this.within(parent);
  }

  get memberPath(): string {
    return this.#parent === undefined ? this.#member.name : `${this.#parent.memberPath}/${this.#member.name}`;
  }

  get unitPath(): Steps {
    const parent = this.#parent;
    return parent === undefined || parent.unit !== this.unit
      ? [this.#member.name]
      : [...parent.unitPath, this.#member.name];
  }

  get(): unknown {
    return this.#member.readOrThrow(this.#target());
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
    return isCaptured(this.#member) ? parent.of(this.#member) : noBaseline;
  }

  isAdded(members: readonly unknown[]): boolean {
    if (this.#parent === undefined || this.unit !== this.#parent.unit) return false;
    return isCaptured(this.#member) && this.#parent.isAdded(members);
  }

  #target(): object {
    if (this.#parent === undefined) return this.handle.target;
    const target = this.#parent.get();
    // Application code may hold anything where an object is declared.
    if (target === null || (typeof target !== 'object' && typeof target !== 'function')) throw this.gone();
    return target;
  }
}

/** A member in which only something has changed that files do not hold, such as what a getter in it gives: no edit. */
export class ComputedRef extends MemberRef {
  override get isPersistable(): boolean {
    return false;
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

/** An element of the array at `parent`. */
export class ElementRef extends PropertyRef {
  readonly array: PropertyRef;
  readonly #keys: ElementKeys;
  readonly #finder: ElementFinder | undefined;
  /** True when it was found by a key, and not by an index. */
  readonly isByKey: boolean;
  readonly #isPinned: boolean;
  #last: number;

  /** `key`: the text of the step that led here, where that is a key. */
  constructor(
    array: PropertyRef,
    type: Type,
    index: number,
    keys: ElementKeys,
    key?: string,
    pin?: ElementFinder,
  ) {
    super({ ...array, type });
    this.array = array;
    this.isByKey = key !== undefined;
    this.#isPinned = pin !== undefined;
    this.#finder = pin ?? (key === undefined ? undefined : keys.finder(key, type));
    this.#keys = keys;
    this.#last = index;
  }

  get path(): string {
    return `${this.array.path}/${this.#presentOrLast()}`;
  }

  get isReadOnly(): boolean {
    return this.array.isReadOnly;
  }

  get isPersistable(): boolean {
    return this.array.isPersistable;
  }

  get memberPath(): string {
    return this.array.memberPath;
  }

  get unitPath(): Steps {
    return [...this.array.unitPath, this.#presentOrLast()];
  }

  get outer(): PropertyRef {
    return this.array;
  }

  within(outer: PropertyRef): PropertyRef {
    return new ElementRef(outer, this.type, this.#presentOrLast(), this.#keys, undefined, this.#finder);
  }

  pinned(): PropertyRef {
    if (this.#isPinned) return this;
    const index = this.index();
    return new ElementRef(
      this.array.pinned(),
      this.type,
      index,
      this.#keys,
      undefined,
      pinTo(this.#items()[index]),
    );
  }

  /** The element's present index. @throws ExposedError `property-not-found` when it is gone. */
  index(): number {
    const index = this.#present();
    if (index === undefined) throw this.gone();
    return index;
  }

  get(): unknown {
    return this.#items()[this.index()];
  }

  assign(plan: Plan, value: unknown): void {
    const items = this.#items();
    const index = this.index();
    // An object that is merged in place stays where it is, and so does the array, which its setters may reorder.
    if (typeof value === 'object' && value !== null && items[index] === value) return;
    const changed = Array.from(items);
    changed[index] = value;
    this.array.assign(plan, changed);
  }

  baseline(members: readonly unknown[]): unknown {
    const defaults = this.array.baseline(members);
    if (!Array.isArray(defaults)) return noBaseline;
    return this.#keys.baseline(this.#items(), this.index(), defaults, noBaseline);
  }

  isAdded(members: readonly unknown[]): boolean {
    return Array.isArray(this.array.baseline(members))
      ? this.baseline(members) === noBaseline
      : this.array.isAdded(members);
  }

  #present(): number | undefined {
    const items = this.#items();
    const index = this.#finder === undefined ? this.#last : this.#finder.find(items, this.#last);
    if (index < 0 || index >= items.length) return undefined;
    this.#last = index;
    return index;
  }

  /** Where the way to the array is gone itself, the path still says where it was. */
  #presentOrLast(): number {
    try {
      return this.#present() ?? this.#last;
    } catch {
      return this.#last;
    }
  }

  #items(): readonly unknown[] {
    return (this.array.get() ?? []) as readonly unknown[];
  }
}

/** An object wherever it stands; where it is in the array no more, a write has put another in its place. */
function pinTo(item: unknown): ElementFinder {
  return {
    find(items, last) {
      if (items[last] === item || typeof item !== 'object' || item === null) return last;
      const index = items.indexOf(item);
      return index < 0 ? last : index;
    },
  };
}

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
    // Its components alone: there may be anything else in what application code holds.
    const parts = this.#parent.type.capture(this.#whole()) as object;
    this.#parent.assign(plan, { ...parts, [this.#part]: value });
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
