/** Matching of the literal parts of routes, case-insensitive and with any character percent-encoded (PTH-10). */

/** Returns the segment, percent-decoded once; undefined if an escape is malformed. */
export function decodeSegment(segment: string): string | undefined {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/**
 * Returns a path with each segment decoded and in lower case; undefined if an escape is malformed.
 * A segment that contains an encoded slash stays encoded, because that slash separates nothing.
 */
export function decodeRoute(path: string): string | undefined {
  if (!path.includes('%')) return path.toLowerCase();
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    const text = decodeSegment(segment);
    if (text === undefined) return undefined;
    segments.push(text.includes('/') ? segment : text);
  }
  return segments.join('/').toLowerCase();
}

/** Returns what follows a prefix such as `/exposed/object/` in a path; undefined if the path is not inside it. */
export function tailAfter(prefix: string, path: string): string | undefined {
  if (path.length <= prefix.length) return undefined;
  if (path.slice(0, prefix.length).toLowerCase() === prefix) return path.slice(prefix.length);
  const firstEscape = path.indexOf('%');
  if (firstEscape < 0 || firstEscape > prefix.length) return undefined;
  let end = 0;
  for (let i = prefix.split('/').length - 2; i > 0; i--) {
    end = path.indexOf('/', end + 1);
    if (end < 0) return undefined;
  }
  if (decodeRoute(path.slice(0, end + 1)) !== prefix) return undefined;
  return end + 1 < path.length ? path.slice(end + 1) : undefined;
}

/** True if a path continues after a prefix. */
export function isSubroute(prefix: string, path: string): boolean {
  // Nearly all paths are written exactly like the prefix.
  if (path.startsWith(prefix)) return path.length > prefix.length;
  return tailAfter(prefix, path) !== undefined;
}
