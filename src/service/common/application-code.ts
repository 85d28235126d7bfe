import type { HostLog } from '../host.js';
import { exceptionText } from './exception-text.js';

/** Result of reading a member whose getter threw; only that member is affected (ERR-7). */
export const failed = Symbol('failed');

/**
 * Reports errors of application code: getters, setters, functions, listeners, callbacks, routes and host ports. Each
 * error is logged once with its location and affects only the operation that ran the code.
 */
export interface ApplicationCode {
  /** Logs an error; `where` names its location in the application, `Lamp.power`. Never throws. */
  report(where: string, error: unknown): void;
}

/** Returns a reporter that writes one Exception to the log per error. */
export function reportTo(log: Pick<HostLog, 'write'>): ApplicationCode {
  return {
    report(where, error) {
      try {
        log.write('Exception', `${where}: ${exceptionText(error)}`);
      } catch {
        // The log is application code too, so its failure cannot be reported.
      }
    },
  };
}

/** Returns a value as a promise if it is a promise or any other thenable; undefined otherwise. */
export function promiseOf<T>(value: T | PromiseLike<T>): Promise<T> | undefined {
  if (value instanceof Promise) return value;
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined;
  return typeof (value as PromiseLike<T>).then === 'function' ? Promise.resolve(value) : undefined;
}

/**
 * Calls application code whose result is not needed. What it throws, or later rejects with, is only reported.
 * @param where as in `report`; a function for calls that are frequent and rarely fail
 */
export function callOutside(
  code: ApplicationCode,
  where: string | (() => string),
  call: () => unknown,
): void {
  const report = (error: unknown) => code.report(typeof where === 'string' ? where : where(), error);
  try {
    promiseOf(call())?.catch(report);
  } catch (error) {
    report(error);
  }
}
