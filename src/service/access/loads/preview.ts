import type { ForeseenMembers } from '../../types/graph/snapshot.js';
import type { Assignable } from '../../types/plan.js';
import type { Assignment } from '../transactions/write-plan.js';

/** So many assignments are noted at a time. */
const perSlice = 1024;

/** Members as they will be when the assignments of a plan have been made. */
export class Preview implements ForeseenMembers {
  /** Of each object its own, the last one counting. */
  readonly #assignments = new Map<object, Assignment[]>();

  /** @returns in slices; undefined where what is set may differ from what is assigned */
  static *of(assignments: readonly Assignment[]): Generator<void, Preview | undefined> {
    const foreseen = new Preview();
    for (let i = 0; i < assignments.length; i++) {
      if (i % perSlice === perSlice - 1) yield;
      if (!assignments[i]!.to.isOwned) return undefined;
      foreseen.#note(assignments[i]!);
    }
    return foreseen;
  }

  #note(assignment: Assignment): void {
    const present = this.#assignments.get(assignment.target);
    if (present === undefined) this.#assignments.set(assignment.target, [assignment]);
    else present.push(assignment);
  }

  read(target: object, member: Assignable): unknown {
    const assigned = this.#assignments.get(target)?.findLast(({ to }) => to === member);
    return assigned === undefined ? member.read(target) : assigned.value;
  }
}
