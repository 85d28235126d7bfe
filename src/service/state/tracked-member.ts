import { failed } from '../common/application-code.js';
import type { Type } from '../types/type.js';

/** A member, or `@parent`, as it is tracked. */
export interface TrackedMember {
  readonly name: string;
  readonly index: number;
  readonly isPersistable: boolean;
  /** Returns the present value; `failed` if it cannot be read. */
  read(target: object): unknown;
  readonly type: Pick<Type, 'kind' | 'capture' | 'same'>;
}

/** The index of the pseudo member `@parent`. */
export const parentIndex = -1;

/**
 * Returns `@parent` as a member. `parentOf` returns the parent of an object's game object, undefined at the root.
 */
export function parentMember(parentOf: (target: object) => object | undefined): TrackedMember {
  return {
    name: '@parent',
    index: parentIndex,
    isPersistable: true,
    read: parentOf,
    type: { kind: 'leaf', capture: (value) => value, same: (value, snapshot) => value === snapshot },
  };
}

/** Snapshots of an object's members, so that no value is captured twice. */
export type Captures = Map<number, unknown>;

/** Returns the snapshot of a member's present value; `failed` if it cannot be read. */
export function captureOf(target: object, member: TrackedMember, captures: Captures): unknown {
  const { index, type } = member;
  if (captures.has(index)) return captures.get(index);
  const value = member.read(target);
  if (value === failed) return failed;
  const snapshot = type.capture(value);
  captures.set(index, snapshot);
  return snapshot;
}
