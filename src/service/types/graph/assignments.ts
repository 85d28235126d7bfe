import type { ExposedMember } from '../exposed-member.js';
import type { Plan } from '../plan.js';

type Assigned = readonly [member: ExposedMember, value: unknown];

/**
 * What a walk over inline objects asks a plan to assign. Objects are visited by a list and not by recursion, those found
 * last first; assigned is what they hold before they are assigned themselves, in the order of their members.
 */
export class Assignments {
  readonly #objects: { readonly target: object; readonly assigned: Assigned[] }[] = [];
  readonly #pending: (() => void)[] = [];

  /** `visit` is called later, outside of what found the object; it answers what is to be assigned to `target`. */
  later(target: object, visit: () => Assigned[]): void {
    this.#pending.push(() => this.#objects.push({ target, assigned: visit() }));
  }

  /** Visits all objects and hands everything to the plan. */
  finish(plan: Plan): void {
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) next();
    for (const { target, assigned } of this.#objects.reverse()) {
      for (const [member, value] of assigned) plan.assign(target, member, value);
    }
  }
}
