import { type Assignable, setterFailed } from '../../types/plan.js';
import type { ChangeOrigin } from '../origin.js';
import { Transaction } from './transaction.js';
import type { UndoStep } from './write-plan.js';

/** Maximum depth of a setter's recursion into its own member. */
const maxSetterDepth = 8;

/** The stack of open transactions, and the members that are being set in them. */
export class TransactionStack {
  #current: Transaction | undefined;
  /** The members being set, innermost last. */
  readonly #setting: { readonly target: object; readonly member: string; readonly runsCode: boolean }[] = [];
  #isRollingBack = false;

  /** The innermost transaction; undefined if there is none. */
  get current(): Transaction | undefined {
    return this.#current;
  }

  /**
   * Runs `action` as a transaction of its own.
   * @throws what it throws, after everything was rolled back
   */
  run(origin: ChangeOrigin, action: (owner: Transaction) => void): Transaction {
    const outer = this.#current;
    const transaction = new Transaction(origin);
    this.#current = transaction;
    try {
      action(transaction);
      return transaction;
    } catch (error) {
      // During a rollback, the outer transaction runs these steps; otherwise each level would run those below it twice.
      if (this.#isRollingBack && outer !== undefined)
        for (const step of transaction.undo) outer.undo.push(step);
      else this.#rollBack(transaction, origin);
      throw error;
    } finally {
      this.#current = outer;
    }
  }

  /**
   * Notes that a setter is about to be called. @throws ExposedError `function-failed` if a setter calls itself
   * endlessly
   */
  beginSet(target: object, to: Assignable): void {
    const { name } = to;
    let depth = 0;
    for (const each of this.#setting) if (each.target === target && each.member === name) depth++;
    if (depth >= maxSetterDepth)
      throw setterFailed(to, new RangeError('its setter sets it again, and does not end'));
    this.#setting.push({ target, member: name, runsCode: to.runsCode(target) });
  }

  endSet(): void {
    this.#setting.pop();
  }

  /** Notes that a decorated accessor was set. @returns true if the write in progress reports it itself */
  noteAccessorSet(target: object, name: string, undo: () => void): boolean {
    const writing = this.#setting.at(-1);
    const isWritten = writing?.target === target && writing.member === name;
    // A restored value is not undone, unless code ran before it.
    const isRestored = isWritten && this.#isRollingBack && !writing.runsCode;
    if (!isRestored) this.#current?.undo.push(undo);
    return isWritten;
  }

  /** Runs the undo steps, last first. Side effects of their setters are undone immediately, and not reported. */
  #rollBack({ undo }: Transaction, origin: ChangeOrigin): void {
    const outer = this.#isRollingBack;
    this.#isRollingBack = true;
    for (let step = undo.pop(); step !== undefined; step = undo.pop()) {
      const sideEffects = new Transaction(origin);
      this.#current = sideEffects;
      this.#undo(step);
      // Reports of restored values are discarded.
      this.#current = new Transaction(origin);
      // Side effects of an undo function are not undone.
      if (typeof step === 'function') continue;
      for (let side = sideEffects.undo.pop(); side !== undefined; side = sideEffects.undo.pop())
        this.#undo(side);
    }
    this.#isRollingBack = outer;
  }

  #undo(step: UndoStep): void {
    try {
      if (typeof step === 'function') return step();
      this.beginSet(step.target, step.to);
      try {
        step.to.set?.(step.target, step.value);
      } finally {
        this.endSet();
      }
    } catch {
      // A failed step does not stop the others; the first error is the one that is reported.
    }
  }
}
