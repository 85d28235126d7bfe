import type { Type } from '../types/type.js';

/** What of a member is tracked. */
export interface TrackedMember {
  readonly name: string;
  readonly index: number;
  readonly isPersistable: boolean;
  /** The present value; `failed` when it cannot be read now. */
  read(target: object): unknown;
  readonly type: Pick<Type, 'capture' | 'same'>;
}

/** The index of the pseudo member `@parent`. */
export const parentIndex = -1;

/** `@parent` as a member. `parentOf` gives the parent of an object's game object, undefined at the root. */
export function parentMember(parentOf: (target: object) => object | undefined): TrackedMember {
  return {
    name: '@parent',
    index: parentIndex,
    isPersistable: true,
    read: parentOf,
    type: { capture: (value) => value, same: (value, snapshot) => value === snapshot },
  };
}
