import type { ExposedObjectRegistry } from '../../objects/object-registry.js';
import type { ExposedMember } from '../../types/exposed-member.js';
import type { Assignable } from '../../types/plan.js';
import type { UnobservedMembers } from '../observation/unobserved-members.js';
import { restorePoint } from './restore-point.js';
import type { WritePlan } from './write-plan.js';

/**
 * Maximum number of objects recorded per request, so that a setter that throws can be undone completely. A batch
 * records them for each setter; beyond the limit a setter is only undone in its own object.
 */
const maxRecordedObjects = 1_000_000;

/** Undoes what setters have done. Used by `Changes`. */
export class Rollback {
  readonly #objects: ExposedObjectRegistry;
  readonly #unobservedMembers: UnobservedMembers;
  /** Number of objects that may still be recorded for the request in progress. */
  #remaining = maxRecordedObjects;

  constructor(objects: ExposedObjectRegistry, unobservedMembers: UnobservedMembers) {
    this.#objects = objects;
    this.#unobservedMembers = unobservedMembers;
  }

  /** Begins another request. */
  begin(): void {
    this.#remaining = maxRecordedObjects;
  }

  /**
   * Returns a function that restores the objects that a plan's setters may change. `isRequest` includes all objects
   * with unobserved members, not only those that are written.
   */
  of(plan: WritePlan, isRequest: boolean): () => void {
    const targets = new Set<object>();
    const written = new Map<object, Set<Assignable>>();
    for (const { target, to } of plan.assignments) {
      if (!to.runsCode(target)) continue;
      targets.add(target);
      const members = written.get(target);
      if (members === undefined) written.set(target, new Set([to]));
      else members.add(to);
    }
    if (isRequest) {
      const unobserved = this.#unobservedMembers.objectsWithAny(this.#objects);
      this.#remaining -= unobserved.length;
      if (this.#remaining >= 0) for (const { target } of unobserved) targets.add(target);
    }
    const isWritten = (target: object, member: ExposedMember) => written.get(target)?.has(member) === true;
    return restorePoint(this.#objects, targets, isWritten);
  }
}
