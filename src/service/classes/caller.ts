/**
 * Runs what checks the arguments of `entry`: the stack of what it throws begins at the caller of `entry`, where the error is.
 * @throws Error what `check` throws
 */
export function blamingCaller<T>(entry: Function, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error, entry);
    throw error;
  }
}
