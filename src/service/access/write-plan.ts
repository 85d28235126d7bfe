import { failed } from '../application-code.js';
import { type Assignable, type Plan, setterFailed } from '../types/plan.js';

export interface Assignment {
  readonly target: object;
  readonly to: Assignable;
  readonly value: unknown;
}

/** How something that was done is taken back: by assigning what was there, or by a function. */
export type UndoStep = Assignment | (() => void);

/** What a plan needs of the unit of work that it is carried out in. */
export interface Carrier {
  /**
   * Whether old values are compared, so that equal ones are no change. Without, they are not read where it can be helped
   * (EVT-2).
   */
  readonly compares: boolean;
  readonly units: {
    /** The innermost one: how what is done in it is taken back. */
    readonly current: { readonly undo: UndoStep[] } | undefined;
    /** A setter is called next. What a decorated accessor reports of itself until `wasSet` is no news. */
    willSet(target: object, to: Assignable): void;
    wasSet(): void;
  };
  /** What is known of an old value without reading it; `failed` when nothing is. */
  known(target: object, to: Assignable): unknown;
}

/**
 * The assignments that a write consists of. Conversion fills it and changes nothing; `carryOut` makes all of them and says
 * how each is undone, the one that fails included: a setter may have assigned before it throws.
 */
export class WritePlan implements Plan {
  readonly #assignments: Assignment[] = [];
  readonly #parts: readonly WritePlan[];
  #changed = false;

  constructor(parts: readonly WritePlan[] = []) {
    this.#parts = parts;
  }

  /** One plan of several, which are carried out together and each say what they changed. */
  static combine(parts: readonly WritePlan[]): WritePlan {
    return new WritePlan(parts);
  }

  /** After `carryOut`: whether a value was changed, or might have been where old values were not compared. */
  get changed(): boolean {
    return this.#changed;
  }

  /** True when the application's code runs in it. */
  get runsCode(): boolean {
    return (
      this.#assignments.some(({ target, to }) => to.runsCode(target)) ||
      this.#parts.some((part) => part.runsCode)
    );
  }

  /** What it assigns, in order. */
  get assignments(): readonly Assignment[] {
    if (this.#parts.length === 0) return this.#assignments;
    return [...this.#parts.flatMap((part) => part.assignments), ...this.#assignments];
  }

  assign(target: object, to: Assignable, value: unknown): void {
    this.#assignments.push({ target, to, value });
  }

  /** Makes the assignments. @throws ExposedError `function-failed` when a setter throws; the carrier undoes it then. */
  carryOut(carrier: Carrier): void {
    this.#carryOut(carrier, this.#parts.length === 0 && this.#assignments.length === 1);
  }

  /** `isAlone`: there is no other assignment to take back, so that the old value is needed for comparing only. */
  #carryOut(carrier: Carrier, isAlone: boolean): void {
    for (const part of this.#parts) {
      part.#carryOut(carrier, false);
      this.#changed ||= part.#changed;
    }
    const { compares } = carrier;
    for (const { target, to, value } of this.#assignments) {
      const old = compares || !isAlone ? to.read(target) : carrier.known(target, to);
      if (old !== failed) carrier.units.current!.undo.push({ target, to, value: old });
      carrier.units.willSet(target, to);
      try {
        to.set?.(target, value);
      } catch (error) {
        throw setterFailed(to, error);
      } finally {
        carrier.units.wasSet();
      }
      if (!compares || old === failed) this.#changed = true;
      // A setter may take something else than it is given.
      else this.#changed ||= !to.type.equal(old, to.runsCode(target) ? to.read(target) : value);
    }
  }
}
