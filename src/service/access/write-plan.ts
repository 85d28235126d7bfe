import { ExposedError } from '../exposed-error.js';
import type { Assignable, Plan } from '../types/plan.js';

interface Assignment {
  readonly target: object;
  readonly to: Assignable;
  readonly value: unknown;
}

/**
 * The assignments that a write consists of. Conversion fills it and changes nothing; `apply` then makes all of them or,
 * when a setter throws, none: writes are all or nothing (wire.md section 2).
 */
export class WritePlan implements Plan {
  readonly #assignments: Assignment[] = [];
  readonly #parts: readonly WritePlan[];
  #changed = false;

  constructor(parts: readonly WritePlan[] = []) {
    this.#parts = parts;
  }

  /** One plan of several, which are applied together and each say what they changed. */
  static combine(parts: readonly WritePlan[]): WritePlan {
    return new WritePlan(parts);
  }

  /** After `apply`: whether a value was changed, or might have been where old values were not compared. */
  get changed(): boolean {
    return this.#changed;
  }

  assign(target: object, to: Assignable, value: unknown): void {
    this.#assignments.push({ target, to, value });
  }

  /**
   * Makes the assignments and answers `changed`. Without `compare`, and where it can be helped, old values are not read
   * (EVT-2).
   * @throws ExposedError `function-failed` when a setter throws; what was set before is set back.
   */
  apply(compare: boolean): boolean {
    const undo: Assignment[] = [];
    try {
      this.#applyTo(undo, compare, this.#parts.length === 0 && this.#assignments.length === 1);
    } catch (error) {
      for (const done of undo.reverse()) restoreQuietly(done);
      throw error;
    }
    return this.#changed;
  }

  /** `alone`: there is no other assignment to take back, so that the old value is needed for comparing only. */
  #applyTo(undo: Assignment[], compare: boolean, alone: boolean): void {
    for (const part of this.#parts) {
      part.#applyTo(undo, compare, false);
      this.#changed ||= part.#changed;
    }
    for (const { target, to, value } of this.#assignments) {
      if (compare || !alone) {
        const old = to.get(target);
        this.#changed ||= !compare || !to.type.equal(old, value);
        setOrThrow(target, to, value);
        undo.push({ target, to, value: old });
      } else {
        setOrThrow(target, to, value);
        this.#changed = true;
      }
    }
  }
}

function setOrThrow(target: object, to: Assignable, value: unknown): void {
  try {
    to.set?.(target, value);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ExposedError('function-failed', reason, { cause: error });
  }
}

/** A setter that throws while a failed write is taken back cannot be helped; the others are still set back. */
function restoreQuietly({ target, to, value }: Assignment): void {
  try {
    to.set?.(target, value);
  } catch {
    // The first error is the one that is reported.
  }
}
