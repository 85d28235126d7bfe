import { exceptionText } from './exception-text.js';

/** What reading a member gives whose getter threw: it costs that member alone (ERR-7). */
export const failed = Symbol('failed');

/**
 * The border to the application's code: getters, setters, functions, listeners, callbacks. Whatever crosses it and throws is
 * logged once, says where, and costs only itself.
 */
export interface ApplicationCode {
  /** Logs what was thrown; `where` names the place in the application, `Lamp.power`. */
  report(where: string, error: unknown): void;
}

/** Writes one Exception for each report. */
export function reportTo(log: { write(level: 'Exception', text: string): void }): ApplicationCode {
  return { report: (where, error) => log.write('Exception', `${where}: ${exceptionText(error)}`) };
}
