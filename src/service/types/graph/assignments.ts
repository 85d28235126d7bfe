import { runToCompletion } from '../../common/run-to-completion.js';
import type { ExposedMember } from '../exposed-member.js';
import type { Plan } from '../plan.js';
import { slice } from './long-lists.js';

export type Assigned = readonly [member: ExposedMember, value: unknown];

/** Returns the assignments of an object; in slices for large ones. */
type Visit = () => Assigned[] | Generator<void, Assigned[]>;

/**
 * Collects the assignments of a walk over inline objects. Objects are visited iteratively, last found first;
 * their contents are assigned before they are assigned themselves, in the order of the members.
 */
export class Assignments {
  readonly #objects: { readonly target: object; readonly assigned: readonly Assigned[] }[] = [];
  readonly #pending: { readonly target: object; readonly visit: Visit }[] = [];

  /** Queues a visit of an object, which returns the assignments for `target`. */
  later(target: object, visit: Visit): void {
    this.#pending.push({ target, visit });
  }

  /** Visits all objects and adds their assignments to the plan. */
  finish(plan: Plan): void {
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) {
      const found = next.visit();
      this.#note(next.target, Array.isArray(found) ? found : runToCompletion(found));
    }
    for (const { target, assigned } of this.#objects.reverse()) assignAll(plan, target, assigned);
  }

  /** Like `finish`, in slices. */
  *finishInSlices(plan: Plan): Generator<void, void> {
    let count = 0;
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) {
      const { target, visit } = next;
      const found = visit();
      this.#note(target, Array.isArray(found) ? found : yield* found);
      if (++count % slice.elements === 0) yield;
    }
    for (const { target, assigned } of this.#objects.reverse()) {
      assignAll(plan, target, assigned);
      if (++count % slice.elements === 0) yield;
    }
  }

  #note(target: object, assigned: readonly Assigned[]): void {
    if (assigned.length > 0) this.#objects.push({ target, assigned });
  }
}

function assignAll(plan: Plan, target: object, assigned: readonly Assigned[]): void {
  for (const [member, value] of assigned) plan.assign(target, member, value);
}
