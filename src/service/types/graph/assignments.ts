import type { ExposedMember } from '../exposed-member.js';
import type { Plan } from '../plan.js';

export type Assigned = readonly [member: ExposedMember, value: unknown];

/**
 * Collects the assignments of a walk over inline objects. Objects are visited iteratively, last found first;
 * their contents are assigned before they are assigned themselves, in the order of the members.
 */
export class Assignments {
  readonly #objects: { readonly target: object; readonly assigned: readonly Assigned[] }[] = [];
  readonly #pending: { readonly target: object; readonly visit: () => Assigned[] }[] = [];

  /** Queues a visit of an object, which returns the assignments for `target`. */
  later(target: object, visit: () => Assigned[]): void {
    this.#pending.push({ target, visit });
  }

  /** Visits all objects and adds their assignments to the plan. */
  finish(plan: Plan): void {
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) {
      const assigned = next.visit();
      if (assigned.length > 0) this.#objects.push({ target: next.target, assigned });
    }
    for (const { target, assigned } of this.#objects.reverse())
      for (const [member, value] of assigned) plan.assign(target, member, value);
  }
}
