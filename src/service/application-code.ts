import { exceptionText } from './exception-text.js';
import type { HostLog, Unsubscribe } from './host.js';

/** What reading a member gives whose getter threw: it costs that member alone (ERR-7). */
export const failed = Symbol('failed');

/**
 * The border to the application's code: getters, setters, functions, listeners, callbacks, routes, the host's ports. Whatever
 * crosses it and throws is logged once, says where, and costs only itself.
 */
export interface ApplicationCode {
  /** Logs what was thrown; `where` names the place in the application, `Lamp.power`. Never throws. */
  report(where: string, error: unknown): void;
}

/** Writes one Exception for each report. */
export function reportTo(log: Pick<HostLog, 'write'>): ApplicationCode {
  return {
    report(where, error) {
      try {
        log.write('Exception', `${where}: ${exceptionText(error)}`);
      } catch {
        // The log is the application's too: there is nothing left to say it with.
      }
    },
  };
}

/**
 * The promise that a value is, or that it can be made: an application may have promises of its own making. Undefined for
 * what is none.
 */
export function promiseOf<T>(value: T | PromiseLike<T>): Promise<T> | undefined {
  if (value instanceof Promise) return value;
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined;
  return typeof (value as PromiseLike<T>).then === 'function' ? Promise.resolve(value) : undefined;
}

/**
 * Calls code of the application that has nothing to answer: what it throws, or rejects with later, is reported and goes no
 * further. Nobody waits for it.
 * @param where as `report` says it; a function where it is called very often, and fails hardly ever
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

/**
 * Listeners of one kind of event. Each may throw, reject, and add and remove listeners while they are told: the others are
 * told all the same.
 */
export class Listeners<Args extends unknown[]> {
  readonly #code: ApplicationCode;
  readonly #where: string;
  #listeners: readonly ((...args: Args) => unknown)[] = [];

  /** @param where what the log says of one that fails, `A listener of the language` */
  constructor(code: ApplicationCode, where: string) {
    this.#code = code;
    this.#where = where;
  }

  add(listener: (...args: Args) => unknown): Unsubscribe {
    // Wrapped, so that one function added twice is two listeners with two ends.
    const entry = (...args: Args) => listener(...args);
    this.#listeners = [...this.#listeners, entry];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== entry);
    };
  }

  tell(...args: Args): void {
    for (const listener of this.#listeners) {
      callOutside(this.#code, this.#where, () => listener(...args));
    }
  }
}
