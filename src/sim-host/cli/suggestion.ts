import { closest, distance } from 'fastest-levenshtein';

/** Returns ` (Did you mean X?)` as commander writes it; an empty string if no name is similar. */
export function suggestion(wrong: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const nearest = closest(wrong, names);
  const isNear = distance(wrong.toLowerCase(), nearest.toLowerCase()) <= Math.max(2, 0.4 * wrong.length);
  return isNear ? ` (Did you mean ${nearest}?)` : '';
}
