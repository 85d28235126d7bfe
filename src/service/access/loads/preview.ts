import type { ForeseenMembers } from '../../types/graph/snapshot.js';
import type { Assignable } from '../../types/plan.js';
import type { Assignment } from '../transactions/write-plan.js';

/** Number of assignments processed per slice. */
const assignmentsPerSlice = 1024;

/** The members as they will be after the assignments of a plan. */
export class Preview implements ForeseenMembers {
  /** Assignments by target; the last one of a member counts. */
  readonly #assignments = new Map<object, Assignment[]>();

  /** Creates a preview in slices; undefined if a setter may change the assigned values. */
  static *of(assignments: readonly Assignment[]): Generator<void, Preview | undefined> {
    const preview = new Preview();
    for (let i = 0; i < assignments.length; i++) {
      if (i % assignmentsPerSlice === assignmentsPerSlice - 1) yield;
      if (!assignments[i]!.to.isOwned) return undefined;
      preview.#note(assignments[i]!);
    }
    return preview;
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
