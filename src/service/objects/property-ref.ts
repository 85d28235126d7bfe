import { ExposedError } from '../exposed-error.js';
import type { ExposedClass } from '../types/exposed-class.js';
import type { ExposedMember } from '../types/exposed-member.js';
import type { Plan } from '../types/plan.js';
import type { Type } from '../types/type.js';
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

  /** What its text says of it behind its value, to the end. */
  jsonEnd(isChanged: boolean): string {
    return `,"id":"${this.handle.id}","path":${JSON.stringify(this.path)},"changed":${isChanged}}`;
  }

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

  /** True where with the value elements of a list, or what they are found by, may be others. */
  get mayBeKey(): boolean {
    return this.type.kind !== 'leaf';
  }

  /** True when the place is not the handle's own alone: other objects may show the engine object inline too. */
  get isShared(): boolean {
    return !this.handle.isRegistered || this.unit.target !== this.handle.target;
  }

  /** What changes as a whole when the place is written: a vector for its component, else the place itself. */
  get whole(): PropertyRef {
    return this;
  }

  /** What `whole` is to be for the place to be `value`. */
  inWhole(value: unknown): unknown {
    return value;
  }

  /** The names of the members on the way, without indexes, keys and parts: `cues/name` for `cues/3/name`. */
  abstract get memberPath(): string;

  /** The way from the unit to the place, with present indexes. */
  abstract get unitPath(): Steps;

  /** True for a member of the object itself. */
  get isTopLevel(): boolean {
    return this.path === this.root.name;
  }

  /**
   * The present value. @throws ExposedError `property-not-found` when the place is gone meanwhile.
   * @param items of an element: its array, where that has been read for many of them
   */
  abstract get(items?: readonly unknown[]): unknown;
  /** The value that a write merges into: the present one, or below a null what the write will put there. */
  beforeWrite(): unknown {
    return this.get();
  }

  /** Queues setting the value. */
  abstract assign(plan: Plan, value: unknown): void;
  /** The place in a capture of the unit's members; `noBaseline` where the capture has no such place. */
  abstract baseline(members: readonly unknown[], items?: readonly unknown[]): unknown;
  /** True for what lies in an element that the captured array does not have: it differs from the defaults as a whole. */
  abstract isAdded(members: readonly unknown[]): boolean;

  protected gone(): ExposedError {
    return new ExposedError('property-not-found', this.path);
  }
}
