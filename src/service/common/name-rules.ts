/** Maximum characters of a path segment (wire.md section 1). */
export const longestSegment = 1024;

/** Returns why no path can contain a name, as the end of a sentence; undefined if one can. */
export function nameProblem(name: string): string | undefined {
  if (name.length > longestSegment)
    return `has more than ${longestSegment} characters, as no segment of a path may`;
  return /\p{Surrogate}/u.test(name)
    ? 'has half of a character (a lone surrogate), which no path can name'
    : undefined;
}
