/** One step of a path: a name or an index; with `isKey`, in quotes, never an index. */
export interface PathSegment {
  readonly text: string;
  readonly isKey?: boolean;
}

/** What stands between brackets is one step, whatever it holds; elsewhere `/` and `.` separate. */
const step = /\[\s*"((?:[^"\\]|\\.)*)"\s*\]|\[([^\]]*)\]|([^./[]+)/g;

/** The steps of a path: `lens/focalLength`, `items[0].name`, `weights[key]`, `weights["5"]`. */
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

/** A path as it stands in a URL: hosts take brackets as they are, percent-encoded. */
export function urlPath(path: string): string {
  const segments: string[] = [];
  let isInBrackets = false;
  let segment = '';
  for (const character of path) {
    if (character === '[') isInBrackets = true;
    else if (character === ']') isInBrackets = false;
    if (character === '/' && !isInBrackets) {
      segments.push(segment);
      segment = '';
    } else segment += character;
  }
  return [...segments, segment].map(encodeURIComponent).join('/');
}
