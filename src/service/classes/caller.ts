/**
 * Runs a check of the arguments of `entry`, and makes the stack of its errors begin at the caller of `entry`.
 * @throws what `check` throws
 */
export function blamingCaller<T>(entry: Function, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error, entry);
    throw error;
  }
}
