/** Runs a generator to completion. */
export function runToCompletion<T>(slices: Iterator<unknown, T>): T {
  let slice = slices.next();
  while (!slice.done) slice = slices.next();
  return slice.value;
}
