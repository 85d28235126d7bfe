import type { PropertyRef } from '../../objects/property-ref.js';
import type { Assignment } from '../transactions/write-plan.js';

/**
 * What a load is to set in one object, worked out beforehand. It goes to storage of the service's own alone, so that no
 * code runs when it is set, and nothing can fail. None where the object is as the file says already.
 */
export interface Prepared {
  readonly assignments: readonly Assignment[];
  /** The properties that are other ones then. */
  readonly changed: readonly PropertyRef[];
  /** Elements come, go or move in one of them. */
  readonly isKeyed: boolean;
}

/** Whether what is prepared shows in its own object alone, so that it can be told of as a whole. */
export function isOwn({ changed: [first] }: Prepared): boolean {
  return first === undefined || (!first.isShared && first.handle.class.definition.kind !== 'static');
}

/** Makes the assignments. */
export function make(assignments: readonly Assignment[]): void {
  for (const { target, to, value } of assignments) to.set!(target, value);
}

/** What `look` gives while everything is as it will be. It is taken back at once: nobody else sees it. */
export function foreseeing<T>(assignments: readonly Assignment[], look: () => T): T {
  if (assignments.length === 0) return look();
  const before = assignments.map(({ target, to }) => ({ target, to, value: to.read(target) }));
  make(assignments);
  try {
    return look();
  } finally {
    make(before.reverse());
  }
}
