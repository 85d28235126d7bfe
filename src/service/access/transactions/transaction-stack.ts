import { type Assignable, setterFailed } from '../../types/plan.js';
import type { ChangeOrigin } from '../origin.js';
import { Transaction } from './transaction.js';
import type { UndoStep } from './write-plan.js';

/** A setter may set its own member again, to another value; so often at one time, at most. */
const maxTimes = 8;

/** The stack of open transactions, and the members that are being set in them. */
export class TransactionStack {
  #current: Transaction | undefined;
  /** What is being set right now, innermost last. */
  readonly #setting: { readonly target: object; readonly member: string; readonly runsCode: boolean }[] = [];
  #isTakingBack = false;

  /** The innermost one; undefined outside of all. */
  get current(): Transaction | undefined {
    return this.#current;
  }

  /**
   * Runs `action` as a unit of work of its own.
   * @throws what it throws, once everything is as before
   */
  carryOut(origin: ChangeOrigin, action: (unit: Transaction) => void): Transaction {
    const outer = this.#current;
    const unit = new Transaction(origin);
    this.#current = unit;
    try {
      action(unit);
      return unit;
    } catch (error) {
      // What fails while something is taken back is taken back with that: else each would run the ones below it twice.
      if (this.#isTakingBack && outer !== undefined) for (const step of unit.undo) outer.undo.push(step);
      else this.#takeBack(unit, origin);
      throw error;
    } finally {
      this.#current = outer;
    }
  }

  /** A setter is called next. @throws ExposedError `function-failed` for one that sets its own member again and does not end */
  willSet(target: object, to: Assignable): void {
    const { name } = to;
    let times = 0;
    for (const each of this.#setting) if (each.target === target && each.member === name) times++;
    if (times >= maxTimes)
      throw setterFailed(to, new RangeError('its setter sets it again, and does not end'));
    this.#setting.push({ target, member: name, runsCode: to.runsCode(target) });
  }

  wasSet(): void {
    this.#setting.pop();
  }

  /** A decorated accessor was set, which `undo` takes back. @returns whether the write that is under way tells of it itself */
  accessorWasSet(target: object, name: string, undo: () => void): boolean {
    const writing = this.#setting.at(-1);
    const isWritten = writing?.target === target && writing.member === name;
    // What is being set back is to stay, but for what code in front of it makes of that.
    const isSetBack = isWritten && this.#isTakingBack && !writing.runsCode;
    if (!isSetBack) this.#current?.undo.push(undo);
    return isWritten;
  }

  /**
   * The last first. What a setter does beside its own member when it is called for that is taken back at once, before
   * older steps, and told to nobody.
   */
  #takeBack({ undo }: Transaction, origin: ChangeOrigin): void {
    const outer = this.#isTakingBack;
    this.#isTakingBack = true;
    for (let step = undo.pop(); step !== undefined; step = undo.pop()) {
      const own = new Transaction(origin);
      this.#current = own;
      this.#setBack(step);
      // Reports are of what is set back now, and no news.
      this.#current = new Transaction(origin);
      // What a whole object is set back to is to stay.
      if (typeof step === 'function') continue;
      for (let side = own.undo.pop(); side !== undefined; side = own.undo.pop()) this.#setBack(side);
    }
    this.#isTakingBack = outer;
  }

  #setBack(step: UndoStep): void {
    try {
      if (typeof step === 'function') return step();
      this.willSet(step.target, step.to);
      try {
        step.to.set?.(step.target, step.value);
      } finally {
        this.wasSet();
      }
    } catch {
      // It cannot be helped; the others are still set back, and the first error is the one that is reported.
    }
  }
}
