import type { PropertyRef } from '../../objects/property-ref.js';
import type { Assignment } from '../transactions/write-plan.js';

/**
 * The assignments of a load for one object, prepared beforehand. They only set storage of the service, so that no code
 * runs and nothing can fail. Empty if the object already has the values of the file.
 */
export interface Prepared {
  readonly assignments: readonly Assignment[];
  /** The properties that change. */
  readonly changed: readonly PropertyRef[];
  /** True if elements are added, removed or moved in one of them. */
  readonly isKeyed: boolean;
}

/** True if the changes appear only in their own object, so that they can be reported as a whole. */
export function isOwnOnly({ changed: [first] }: Prepared): boolean {
  return first === undefined || (!first.isShared && first.handle.class.definition.kind !== 'static');
}

export function applyAssignments(assignments: readonly Assignment[]): void {
  for (const { target, to, value } of assignments) to.set!(target, value);
}

/**
 * Returns the result of `read` while the assignments are in effect; they are undone before anybody else can see
 * them.
 */
export function withPreview<T>(assignments: readonly Assignment[], read: () => T): T {
  if (assignments.length === 0) return read();
  const before = assignments.map(({ target, to }) => ({ target, to, value: to.read(target) }));
  applyAssignments(assignments);
  try {
    return read();
  } finally {
    applyAssignments(before.reverse());
  }
}
