/** Does at once what may be done in slices. */
export function runToCompletion<T>(slices: Iterator<unknown, T>): T {
  let slice = slices.next();
  while (!slice.done) slice = slices.next();
  return slice.value;
}
