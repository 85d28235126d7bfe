import { ExposedError } from '../exposed-error.js';

/** A step of a property path; what stood in brackets is one step, whatever it contains. */
export interface PathSegment {
  readonly text: string;
  readonly isBracketed: boolean;
}

const openers = /\[|%5B/i;

/**
 * Splits a property path (wire.md section 6): `a/0/b`, `a[0].b` and mixtures. Inside brackets everything up to the
 * closing `]` is the key, and `%5D` is a `]`.
 *
 * With `encoded` the path comes from a URL: pieces are percent-decoded after splitting, and brackets may be
 * percent-encoded themselves; a bracket is closed in the form in which it was opened.
 * @throws ExposedError `invalid-request` for an empty segment, an open bracket or a malformed escape.
 */
export function parsePath(path: string, encoded = false): PathSegment[] {
  const segments: PathSegment[] = [];
  for (const piece of splitOutsideBrackets(path, encoded)) {
    if (piece === '') throw malformed(path, 'a segment is empty');
    parsePiece(piece, path, encoded, segments);
  }
  return segments;
}

/** The pieces between the slashes that stand outside of brackets. */
function splitOutsideBrackets(path: string, encoded: boolean): string[] {
  if (!path.includes('[') && !(encoded && openers.test(path))) return path.split('/');
  const pieces: string[] = [];
  let start = 0;
  let i = 0;
  while (i < path.length) {
    if (path[i] === '/') {
      pieces.push(path.slice(start, i));
      start = i + 1;
    } else {
      const close = closingBracket(path, i, encoded);
      if (close !== undefined) i = close.end - 1;
    }
    i++;
  }
  pieces.push(path.slice(start));
  return pieces;
}

/** Where the bracket that opens at `i` is closed; undefined when none opens there. */
function closingBracket(
  path: string,
  i: number,
  encoded: boolean,
): { start: number; stop: number; end: number } | undefined {
  if (path[i] === '[') {
    const stop = path.indexOf(']', i + 1);
    if (stop < 0) throw malformed(path, 'a bracket is not closed');
    return { start: i + 1, stop, end: stop + 1 };
  }
  if (!encoded || path[i] !== '%' || path.slice(i, i + 3).toUpperCase() !== '%5B') return undefined;
  const found = /%5D|\]/i.exec(path.slice(i + 3));
  if (found === null) throw malformed(path, 'a bracket is not closed');
  const stop = i + 3 + found.index;
  return { start: i + 3, stop, end: stop + found[0].length };
}

function parsePiece(piece: string, path: string, encoded: boolean, into: PathSegment[]): void {
  let start = 0;
  let i = 0;
  while (i < piece.length) {
    const bracket = closingBracket(piece, i, encoded);
    if (bracket === undefined) {
      i++;
      continue;
    }
    if (i > start) into.push({ text: decode(piece.slice(start, i), path, encoded), isBracketed: false });
    const key = decode(piece.slice(bracket.start, bracket.stop), path, encoded).replace(/%5D/gi, ']');
    if (key === '') throw malformed(path, 'brackets are empty');
    into.push({ text: key, isBracketed: true });
    i = start = piece[bracket.end] === '.' ? bracket.end + 1 : bracket.end;
    if (
      start === bracket.end &&
      start < piece.length &&
      closingBracket(piece, start, encoded) === undefined
    ) {
      throw malformed(path, 'after a closing bracket comes a dot, a slash or another bracket');
    }
    if (start > bracket.end && start === piece.length) throw malformed(path, 'it ends with a dot');
  }
  if (start < piece.length)
    into.push({ text: decode(piece.slice(start), path, encoded), isBracketed: false });
}

function decode(text: string, path: string, encoded: boolean): string {
  if (!encoded || !text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw malformed(path, 'a percent escape is malformed');
  }
}

function malformed(path: string, reason: string): ExposedError {
  return new ExposedError('invalid-request', `path "${path}": ${reason}`);
}
