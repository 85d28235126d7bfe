import { reasonOf } from '../common/exception-text.js';
import { ExposedError } from '../common/exposed-error.js';

/** A target of assignments: a member of an object. */
export interface Assignable {
  readonly name: string;
  /** Its name for the log, such as `Lamp.power`; undefined if there is only the name. */
  readonly where?: string;
  readonly type: { equal(a: unknown, b: unknown): boolean };
  /** True if setting it in that object runs application code. */
  runsCode(target: object): boolean;
  /** True if only the service changes what is stored. */
  readonly isOwned: boolean;
  /** Returns the present value, or a symbol that equals nothing if it cannot be read. */
  read(target: object): unknown;
  readonly set: ((target: object, value: unknown) => void) | undefined;
}

/** Collects the assignments of a conversion, which changes nothing itself. */
export interface Plan {
  assign(target: object, to: Assignable, value: unknown): void;
}

/** Assigns immediately. Use it only for new objects that nothing refers to yet. */
export const assignImmediately: Plan = {
  assign(target, to, value) {
    try {
      to.set?.(target, value);
    } catch (error) {
      throw setterFailed(to, error);
    }
  },
};

/** Returns the error for what a setter threw, located at the innermost member that failed. */
export function setterFailed(to: Assignable, error: unknown): ExposedError {
  if (error instanceof ExposedError && error.code === 'function-failed') return error;
  const where = to.where ?? to.name;
  return new ExposedError('function-failed', `${to.name}: ${reasonOf(error)}`, { cause: error, where });
}
