import { failed } from '../../common/application-code.js';
import { type Assignable, type Plan, setterFailed } from '../../types/plan.js';

export interface Assignment {
  readonly target: object;
  readonly to: Assignable;
  readonly value: unknown;
}

/** Undoes a step: an assignment of the old value, or a function. */
export type UndoStep = Assignment | (() => void);

/** The part of the transaction that a plan may use. */
export interface PlanContext {
  /** True if equal values count as unchanged. Otherwise old values are not read if avoidable (EVT-2). */
  readonly compares: boolean;
  readonly transactions: {
    /** The innermost transaction. */
    readonly current: { readonly undo: UndoStep[] } | undefined;
    /** Called before a setter; what a decorated accessor reports until `endSet` is ignored. */
    beginSet(target: object, to: Assignable): void;
    endSet(): void;
  };
  /** Returns the old value if it is known without reading it; `failed` otherwise. */
  known(target: object, to: Assignable): unknown;
}

/**
 * The assignments of a write. Conversion collects them without changing anything. `apply` makes them and registers how
 * to undo each, including one that fails, since a setter may have assigned before it throws.
 */
export class WritePlan implements Plan {
  readonly #assignments: Assignment[] = [];
  readonly #parts: readonly WritePlan[];
  /** The old values of members with accessors, read before anything is written. */
  #oldValues: readonly unknown[] | undefined;
  #changed = false;

  /** @param parts plans that are applied with this one; each has its own `changed` */
  constructor(parts: readonly WritePlan[] = []) {
    this.#parts = parts;
  }

  /** After `apply`: true if a value was changed, or may have been because old values were not compared. */
  get changed(): boolean {
    return this.#changed;
  }

  /** True if application code runs in it. */
  get runsCode(): boolean {
    for (const { target, to } of this.#assignments) if (to.runsCode(target)) return true;
    for (const part of this.#parts) if (part.runsCode) return true;
    return false;
  }

  /** The assignments in order. */
  get assignments(): readonly Assignment[] {
    if (this.#parts.length === 0) return this.#assignments;
    return [...this.#parts.flatMap((part) => part.assignments), ...this.#assignments];
  }

  assign(target: object, to: Assignable, value: unknown): void {
    this.#assignments.push({ target, to, value });
  }

  /**
   * Makes the assignments. @throws ExposedError `function-failed` if a setter throws; the caller then undoes them.
   */
  apply(context: PlanContext): void {
    const isAlone = this.#parts.length === 0 && this.#assignments.length === 1;
    if (!isAlone && this.runsCode) this.#readOldValues();
    this.#carryOut(context, isAlone);
  }

  /** Reads old values first, since a getter may throw after other writes. */
  #readOldValues(): void {
    for (const part of this.#parts) part.#readOldValues();
    this.#oldValues = this.#assignments.map(({ target, to }) =>
      to.runsCode(target) ? to.read(target) : failed,
    );
  }

  /** `isAlone` is true for the only assignment, whose old value is needed only for comparing. */
  #carryOut(context: PlanContext, isAlone: boolean): void {
    for (const part of this.#parts) {
      part.#carryOut(context, false);
      this.#changed ||= part.#changed;
    }
    const { compares } = context;
    for (let i = 0; i < this.#assignments.length; i++) {
      const { target, to, value } = this.#assignments[i]!;
      const present = compares || !isAlone ? to.read(target) : context.known(target, to);
      const old = present === failed && this.#oldValues !== undefined ? this.#oldValues[i] : present;
      if (old !== failed) context.transactions.current!.undo.push({ target, to, value: old });
      if (to.isOwned) to.set?.(target, value);
      else this.#call(context, target, to, value);
      this.#changed ||=
        !compares ||
        old === failed ||
        // A setter may store another value than it is given.
        !to.type.equal(old, to.runsCode(target) ? to.read(target) : value);
    }
  }

  /** Calls a setter, which may report what it sets. */
  #call({ transactions }: PlanContext, target: object, to: Assignable, value: unknown): void {
    transactions.beginSet(target, to);
    try {
      to.set?.(target, value);
    } catch (error) {
      throw setterFailed(to, error);
    } finally {
      transactions.endSet();
    }
  }
}
