import { valueText } from '../../common/exception-text.js';
import type { SecurityOptions } from './security.js';

/** Thrown for options that contradict each other; the message names the fix. */
export class ContradictoryOptions extends Error {
  override name = 'ContradictoryOptions';
}

/**
 * Checks the options that decide about the access of callers.
 * @throws ContradictoryOptions if they contradict each other or no caller could write; Error if `authorize` is not a
 * function
 */
export function validateAuthOptions({ token, readToken, pairing, authorize }: SecurityOptions): void {
  if (authorize !== undefined) {
    if (typeof authorize !== 'function')
      throw new Error(
        `http.authorize must be a function (caller) => Access or undefined, got ${valueText(authorize)}`,
      );
    if (token || readToken || pairing)
      throw new ContradictoryOptions(
        'Give token or authorize, and not both, nor readToken or pairing: authorize may compare caller.token itself',
      );
  }
  if (readToken && !token && pairing !== 'full')
    throw new ContradictoryOptions(
      'readToken opens reading alone: give token too, or pairing "full", for those who may write',
    );
  if (readToken && readToken === token)
    throw new ContradictoryOptions('token and readToken are the same: who may only read needs another one');
}
