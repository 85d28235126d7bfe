import type { ExposedObjectRegistry } from '../../objects/registry.js';
import type { ExposedMember } from '../../types/exposed-member.js';
import type { Assignable } from '../../types/plan.js';
import type { UnobservedMembers } from '../observation/unobserved-members.js';
import { restorePoint } from './restore-point.js';
import type { WritePlan } from './write-plan.js';

/**
 * Objects of an application that are noted for one request, at most, so that a setter which throws can be undone wholly: a
 * batch notes them anew for each setter that it calls. Past it a setter is undone in its own object.
 */
const maxNoted = 1_000_000;

/** How what setters do is taken back. */
export class Rollback {
  readonly #objects: ExposedObjectRegistry;
  readonly #unobservedMembers: UnobservedMembers;
  /** Objects that may still be noted for the request that is under way. */
  #notable = maxNoted;

  constructor(objects: ExposedObjectRegistry, unobservedMembers: UnobservedMembers) {
    this.#objects = objects;
    this.#unobservedMembers = unobservedMembers;
  }

  /** Another request begins. */
  begin(): void {
    this.#notable = maxNoted;
  }

  /**
   * A setter may change fields beside its own: what objects hold is set back at the very end. `isRequest`: of all objects
   * whose fields it may change unobservedMembers, and not of its own alone.
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
      const holders = this.#unobservedMembers.holders(this.#objects);
      this.#notable -= holders.length;
      if (this.#notable >= 0) for (const { target } of holders) targets.add(target);
    }
    const isWritten = (target: object, member: ExposedMember) => written.get(target)?.has(member) === true;
    return restorePoint(this.#objects, targets, isWritten);
  }
}
