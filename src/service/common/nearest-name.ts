import { closest, distance } from 'fastest-levenshtein';

/** Longer strings are not compared: the time is the product of the lengths. */
const maxComparedChars = 128;

/** Returns the name that was probably meant; undefined if none is similar. */
export function nearestName(wrong: string, known: Iterable<string>): string | undefined {
  const names = [...known];
  if (names.length === 0 || wrong.length > maxComparedChars) return undefined;
  const lower = wrong.toLowerCase();
  const sameButCase = names.find((name) => name.toLowerCase() === lower);
  if (sameButCase !== undefined) return sameButCase;
  const best = closest(wrong, names);
  const maxTypos = Math.min(wrong.length / 2, Math.max(2, 0.4 * wrong.length));
  return distance(wrong, best) <= maxTypos ? best : undefined;
}

/** Returns `; did you mean "x"?`, or an empty string if no name is similar. */
export function didYouMean(wrong: string, names: readonly string[]): string {
  const nearest = nearestName(wrong, names);
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`;
}

/** Returns `; did you mean "x"?`, or the available names if none is similar. */
export function meantOrAvailable(wrong: string, names: readonly string[]): string {
  return didYouMean(wrong, names) || `; available: ${names.join(', ')}`;
}
