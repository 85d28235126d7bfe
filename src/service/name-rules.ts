/** The most characters that a segment of a path may have (wire.md section 1). */
export const longestSegment = 1024;

/** Why no path can ever name what is called so, as the end of a sentence; undefined where one can. */
export function nameProblem(name: string): string | undefined {
  if (name.length > longestSegment)
    return `has more than ${longestSegment} characters, as no segment of a path may`;
  return /\p{Surrogate}/u.test(name)
    ? 'has half of a character (a lone surrogate), which no path can name'
    : undefined;
}
