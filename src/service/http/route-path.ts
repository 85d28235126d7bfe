/** The literal parts of routes as clients may write them: in any case, any character of them percent-encoded (PTH-10). */

/** No literal part of a route is longer, with every character of it encoded. */
const longestLiteral = 512;

/** Percent-decoded once; undefined where an escape is malformed. */
export function decoded(segment: string): string | undefined {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/**
 * The segments of a path, each decoded and in lower case; a slash that a segment holds after that stays encoded, since
 * it separates nothing. Undefined where an escape is malformed.
 */
export function decodeRoute(path: string): string | undefined {
  if (!path.includes('%')) return path.toLowerCase();
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    const text = decoded(segment);
    if (text === undefined) return undefined;
    segments.push(text.includes('/') ? segment : text);
  }
  return segments.join('/').toLowerCase();
}

/** What follows a prefix, `/exposed/object/`, in a path; undefined for a path that is not below it. */
export function tailBelow(prefix: string, path: string): string | undefined {
  if (path.length <= prefix.length) return undefined;
  if (path.slice(0, prefix.length).toLowerCase() === prefix) return path.slice(prefix.length);
  const firstEscape = path.indexOf('%');
  if (firstEscape < 0 || firstEscape > prefix.length) return undefined;
  let end = 0;
  for (let i = prefix.split('/').length - 2; i > 0; i--) {
    end = path.indexOf('/', end + 1);
    if (end < 0) return undefined;
  }
  if (end > longestLiteral || decodeRoute(path.slice(0, end + 1)) !== prefix) return undefined;
  return end + 1 < path.length ? path.slice(end + 1) : undefined;
}

/** True for a path that `tailBelow` finds something of. */
export function isBelow(prefix: string, path: string): boolean {
  // Nearly all are written as the prefix is.
  if (path.startsWith(prefix)) return path.length > prefix.length;
  return tailBelow(prefix, path) !== undefined;
}

/** A literal at the end of a path, however it is written. */
export function inAnyEncoding(literal: string): RegExp {
  const characters = [...literal].map((character) => {
    const forms = [character.toLowerCase(), character.toUpperCase()];
    const codes = forms.map((form) => `%${form.charCodeAt(0).toString(16)}`);
    return `(?:${[...new Set([character, ...codes])].join('|')})`;
  });
  return new RegExp(`${characters.join('')}$`, 'i');
}
