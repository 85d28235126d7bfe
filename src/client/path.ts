/** A name or an index; with `isKey` it was quoted and is never an index. */
export interface PathSegment {
  readonly text: string;
  readonly isKey?: boolean;
}

/** Brackets enclose one segment, whatever it contains; outside of them `/` and `.` separate segments. */
const step = /\[\s*"((?:[^"\\]|\\.)*)"\s*\]|\[([^\]]*)\]|([^./[]+)/g;

/** Splits a path: `lens/focalLength`, `items[0].name`, `weights[key]`, `weights["5"]`. */
export function parsePath(path: string): readonly PathSegment[] {
  return Array.from(path.matchAll(step), ([, quoted, inBrackets, plain]) =>
    quoted !== undefined
      ? { text: unescaped(quoted), isKey: true }
      : { text: inBrackets === undefined ? plain! : unescaped(inBrackets) },
  );
}

function unescaped(key: string): string {
  return key.replaceAll(/%5D/gi, ']');
}

/** Returns a path for a URL: hosts accept percent-encoded brackets. Slashes within brackets do not separate. */
export function urlPath(path: string): string {
  return path.replace(/\[[^\]]*\]?|[^/[]+/g, encodeURIComponent);
}
