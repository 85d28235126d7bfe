import { failed } from '../../common/application-code.js';
import type { ExposedClass } from '../exposed-class.js';
import type { ExposedMember } from '../exposed-member.js';
import type { Type } from '../type.js';
import { type CompositeKind, isArray, isComposite, isLeaf, isNullable, itemsOf } from './kinds.js';

/**
 * The state of an inline composite: its class and the captures of its members. The snapshot of a graph has the same
 * shared objects and cycles.
 */
export class CompositeSnapshot {
  readonly class: ExposedClass;
  /** The members of the class at that time; it may have been redefined since. */
  #members: readonly ExposedMember[];
  /** Values by the index of those members; undefined if a member was not captured. */
  readonly #values: readonly unknown[];
  /** The captured object, which distinguishes elements with equal content. */
  readonly origin: object;

  constructor(cls: ExposedClass, values: readonly unknown[], origin: object) {
    this.class = cls;
    this.#members = cls.members;
    this.#values = values;
    this.origin = origin;
  }

  /** Returns a copy with another capture of one member. */
  with(name: string, change: (value: unknown) => unknown): CompositeSnapshot {
    const index = this.#members.findIndex((each) => each.name === name);
    if (index < 0) return this;
    const changed = new CompositeSnapshot(
      this.class,
      this.#values.with(index, change(this.#values[index])),
      this.origin,
    );
    changed.#members = this.#members;
    return changed;
  }

  /** Returns the capture of a member; `failed` if the class did not have it then. */
  of(member: ExposedMember): unknown {
    const { index, name, type } = member;
    if (this.#members[index] === member) return this.#values[index];
    const was = this.#members.find((each) => each.name === name && each.type.name === type.name);
    return was === undefined ? failed : this.#values[was.index];
  }
}

/** Maximum number of objects captured; only getters that create new objects on every read exceed it. */
const maxObjects = 1_000_000;

/** True for stored, writable and scalar members; objects made by a getter alone might be endless. */
export function isCaptured({ isReadOnly, backing, type }: ExposedMember): boolean {
  return !isReadOnly || backing !== 'code' || isLeaf(isNullable(type) ? type.inner : type);
}

/** Captures values; a shared inline object is captured once. */
export class Capture {
  readonly #snapshots = new Map<object, CompositeSnapshot>();
  readonly #pending: { readonly target: object; readonly cls: ExposedClass; readonly values: unknown[] }[] =
    [];

  whole(type: Type, value: unknown): unknown {
    const snapshot = this.#value(type, value);
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) {
      const { target, cls, values } = next;
      for (const member of cls.members)
        if (isCaptured(member)) values[member.index] = this.#value(member.type, member.read(target));
    }
    return snapshot;
  }

  #value(type: Type, value: unknown): unknown {
    if (value === failed) return failed;
    if (isLeaf(type)) return type.capture(value);
    if (isNullable(type))
      return value === null || value === undefined ? null : this.#value(type.inner, value);
    if (isArray(type)) return Array.from(itemsOf(value) ?? [], (item) => this.#value(type.element, item));
    return isComposite(type) ? this.#composite(type, value) : value;
  }

  #composite(type: CompositeKind, value: unknown): unknown {
    const target = type.living(value);
    const cls = target && type.classOfInline(target);
    if (cls === undefined) return target ?? null;
    const known = this.#snapshots.get(target!);
    if (known?.class === cls) return known;
    if (this.#snapshots.size >= maxObjects) return failed;
    const values = new Array<unknown>(cls.members.length).fill(undefined);
    const snapshot = new CompositeSnapshot(cls, values, target!);
    this.#snapshots.set(target!, snapshot);
    this.#pending.push({ target: target!, cls, values });
    return snapshot;
  }
}

/** The snapshot of a path in a value. */
export interface Patch {
  readonly path: readonly (string | number)[];
  readonly snapshot: unknown;
}

/** Returns a snapshot with patches applied in order; patches without a matching path are ignored. */
export function patchedSnapshot(snapshot: unknown, patches: readonly Patch[]): unknown {
  // A list with many patches is copied only once.
  const copies = new Set<unknown>();
  const patched = (at: unknown, path: Patch['path'], depth: number, value: unknown): unknown => {
    const step = path[depth];
    if (step === undefined) return value;
    if (at instanceof CompositeSnapshot)
      return at.with(String(step), (inner) => patched(inner, path, depth + 1, value));
    if (!Array.isArray(at) || typeof step !== 'number' || step >= at.length) return at;
    const copy: unknown[] = copies.has(at) ? at : [...at];
    copies.add(copy);
    copy[step] = patched(at[step], path, depth + 1, value);
    return copy;
  };
  return patches.reduce((all, each) => patched(all, each.path, 0, each.snapshot), snapshot);
}
