import { ExposedError } from '../common/exposed-error.js';
import { type FileLocation, unreadable } from './type.js';

/** Reads a value of a file; one that does not fit is reported and ignored. */
export function readOrIgnore(at: FileLocation, read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ExposedError)) throw error;
    at.problems.ignored(at, error.message);
    return unreadable;
  }
}
