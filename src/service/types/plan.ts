import { reasonOf } from '../exception-text.js';
import { ExposedError } from '../exposed-error.js';

/** What a plan can assign to: a member of an object. */
export interface Assignable {
  readonly name: string;
  /** Its place in the application, for the log: `Lamp.power`; the name where there is none. */
  readonly where?: string;
  readonly type: { equal(a: unknown, b: unknown): boolean };
  /** True when setting it in that object runs the application's code. */
  runsCode(target: object): boolean;
  /** True when the service alone changes what is stored. */
  readonly isOwned: boolean;
  /** The present value, or a symbol that equals nothing when it cannot be read. */
  read(target: object): unknown;
  readonly set: ((target: object, value: unknown) => void) | undefined;
}

/** Gathers the assignments that a conversion asks for: it changes nothing itself. */
export interface Plan {
  assign(target: object, to: Assignable, value: unknown): void;
}

/** Assigns at once: for fresh values, which nobody sees yet. */
export const atOnce: Plan = {
  assign(target, to, value) {
    try {
      to.set?.(target, value);
    } catch (error) {
      throw setterFailed(to, error);
    }
  },
};

/** What a setter threw, with its place; where it has set another member that failed, that is the place. */
export function setterFailed(to: Assignable, error: unknown): ExposedError {
  if (error instanceof ExposedError && error.code === 'function-failed') return error;
  const where = to.where ?? to.name;
  return new ExposedError('function-failed', `${to.name}: ${reasonOf(error)}`, { cause: error, where });
}
