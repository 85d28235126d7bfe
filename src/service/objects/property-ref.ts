import { ExposedError } from '../common/exposed-error.js';
import type { ExposedClass } from '../types/exposed-class.js';
import type { ExposedMember } from '../types/exposed-member.js';
import type { Plan } from '../types/plan.js';
import type { Type } from '../types/type.js';
import type { ExposedObjectHandle } from './handle.js';

/** An object whose members are captured, tracked and saved: that of a handle, or an engine object inline in one. */
export interface MemberOwner {
  readonly target: object;
  readonly class: ExposedClass;
}

/** The owner of a property, and the member of it that the rest of the path begins with. */
export interface PropertyOwner extends MemberOwner {
  readonly member: ExposedMember;
}

/** Member names and element indexes of a path. */
export type PathSegments = readonly (string | number)[];

/** Returned by `valueIn` if the captured state has no such property. */
export const notCaptured = Symbol('not captured');

/**
 * A resolved property of an object. To never write to a stale element, it reads its containers again on every use, and
 * finds a keyed element by its key (PTH-8).
 */
export abstract class PropertyRef {
  readonly handle: ExposedObjectHandle;
  readonly type: Type;
  /** The member of the handle's class that the path begins with. */
  readonly root: ExposedMember;
  readonly owner: PropertyOwner;

  protected constructor(handle: ExposedObjectHandle, type: Type, root: ExposedMember, owner: PropertyOwner) {
    this.handle = handle;
    this.type = type;
    this.root = root;
    this.owner = owner;
  }

  /** The canonical path: `/` separators, present indexes, current names. */
  abstract get path(): string;

  /** Returns the JSON of the property after its value. */
  jsonEnd(isChanged: boolean): string {
    return `,"id":"${this.handle.id}","path":${JSON.stringify(this.path)},"changed":${isChanged}}`;
  }

  /** True if clients may not write it. */
  abstract get isReadOnly(): boolean;

  /** True if files contain it: every member on its path is persistable. */
  abstract get isPersistable(): boolean;

  /**
   * Returns the same property bound to the present elements on its path instead of their keys. A write may change the
   * key in its own path, or the order of an array (PTH-11). Only for the duration of a request.
   */
  abstract pinned(): PropertyRef;

  /** The enclosing property; undefined for a member of the handle's object. */
  abstract get outer(): PropertyRef | undefined;
  /** Returns the last segment relative to another property with the same object. */
  abstract within(outer: PropertyRef | undefined): PropertyRef;

  /** True if a new value may change the elements of a list, or their keys. */
  get mayBeKey(): boolean {
    return this.type.kind !== 'leaf';
  }

  /** True if other objects may contain it as well, since it belongs to an inline engine object. */
  get isShared(): boolean {
    return !this.handle.isRegistered || this.owner.target !== this.handle.target;
  }

  /** The property that changes as a whole: for a component its vector, otherwise the property itself. */
  get whole(): PropertyRef {
    return this;
  }

  /** Returns the value of `whole` after this property is set to `value`. */
  inWhole(value: unknown): unknown {
    return value;
  }

  /** The member names on the path, without indexes, keys and parts: `cues/name` for `cues/3/name`. */
  abstract get memberPath(): string;

  /** The path from the owner, with present indexes. */
  abstract get ownerPath(): PathSegments;

  /** True for a member of the object itself. */
  get isTopLevel(): boolean {
    return this.path === this.root.name;
  }

  /**
   * Returns the present value. @throws ExposedError `property-not-found` if the property is gone
   * @param items for an element: its array, if it has been read already
   */
  abstract get(items?: readonly unknown[]): unknown;
  /** Returns the value that a write merges into: the present one, or the default if it is null. */
  beforeWrite(): unknown {
    return this.get();
  }

  /** Adds an assignment of the value to a plan. */
  abstract assign(plan: Plan, value: unknown): void;
  /** Returns its value in a capture of the owner's members; `notCaptured` if there is none. */
  abstract valueIn(members: readonly unknown[], items?: readonly unknown[]): unknown;
  /** True if it is in an element that the captured array lacks, which differs as a whole. */
  abstract isAdded(members: readonly unknown[]): boolean;

  protected gone(): ExposedError {
    return new ExposedError('property-not-found', this.path);
  }
}
