import { failed } from '../application-code.js';
import type { Type } from '../types/type.js';
import type { MemberValues } from './member-values.js';

/** What of a member is tracked. */
export interface TrackedMember {
  readonly name: string;
  readonly index: number;
  readonly isPersistable: boolean;
  /** The present value; `failed` when it cannot be read now. */
  read(target: object): unknown;
  readonly type: Pick<Type, 'kind' | 'capture' | 'same'>;
}

/** The index of the pseudo member `@parent`. */
export const parentIndex = -1;

/** What is foreseen of an object of which nothing else will be known than is now. */
export const asItIs = Symbol('as it is');
export type AsItIs = typeof asItIs;

/** `@parent` as a member. `parentOf` gives the parent of an object's game object, undefined at the root. */
export function parentMember(parentOf: (target: object) => object | undefined): TrackedMember {
  return {
    name: '@parent',
    index: parentIndex,
    isPersistable: true,
    read: parentOf,
    type: { kind: 'leaf', capture: (value) => value, same: (value, snapshot) => value === snapshot },
  };
}

/** Snapshots of the members of an object, so that no value is captured twice. */
export type Captures = MemberValues;

/** The snapshot of a member as it is now; `failed` when it cannot be read. */
export function captureOf(target: object, member: TrackedMember, captures: Captures): unknown {
  const { index, type } = member;
  if (captures.has(index)) return captures.get(index);
  const value = member.read(target);
  if (value === failed) return failed;
  const snapshot = type.capture(value);
  captures.set(index, snapshot);
  return snapshot;
}
