import { describePath } from '../common/describe-path.js';
import { clientError, type ExposedError } from '../common/exposed-error.js';
import { longestSegment } from '../common/name-rules.js';
import { maxPathSteps } from '../limits.js';

/** A segment of a property path. One that is not a name here may be a path of its own (`unfold`). */
export interface PathSegment {
  /** Percent-decoded. */
  readonly text: string;
  /** True if it was in brackets, and is a single segment whatever it contains. */
  readonly isBracketed: boolean;
  /** True if it was in quotes inside brackets, and is a key, never an index. */
  readonly isQuoted: boolean;
  /** The segment as in the URL, if it contains brackets that are not percent-encoded. */
  readonly raw?: string;
}

/** Maximum number of characters of a path as it is sent (wire.md section 1). */
export const maxPathLength = 16 * 1024;

/**
 * Splits a property path at its slashes, except those in brackets (wire.md section 6). With `encoded` the path comes
 * from a URL and every segment is percent-decoded. A segment is tried as one name or key before it is `unfold`ed
 * (PTH-10).
 * @throws ExposedError `invalid-request` for an empty or too long segment, too many segments, or a malformed escape
 */
export function parsePath(path: string, encoded = false): PathSegment[] {
  if (path.length > maxPathLength) throw malformed(path, `it has more than ${maxPathLength} characters`);
  const pieces = splitAtSlashes(path, encoded);
  if (pieces.length > maxPathSteps) throw tooManySteps();
  return pieces.map((piece) => segmentOf(piece, path, encoded));
}

export function tooManySteps(): ExposedError {
  return clientError('invalid-request', `a path has more than ${maxPathSteps} steps`);
}

/**
 * Replaces a segment that is not a name by the segments of its own path; false if it is not a path.
 * `pick` returns the first of the heads that is a known name here.
 * @throws ExposedError `invalid-request` if it is neither a name nor a path
 */
export function unfold(
  segment: PathSegment,
  pending: PathSegment[],
  pick: (heads: readonly string[]) => string | undefined,
): boolean {
  if (segment.isBracketed) return false;
  if (segment.raw !== undefined) {
    pending.unshift(...segmentsOf(segment.raw, segment.raw.indexOf('['), true));
    return true;
  }
  const { text } = segment;
  const head = knownHead(text, pick);
  if (head === undefined) {
    requireValid(text);
    return false;
  }
  const rest = text[head.length] === '[' ? joinSegments(text, head.length, pending) : text;
  pending.unshift(...segmentsOf(rest, head.length, false));
  return true;
}

/** True if a path contains both brackets; an unclosed one counts as text. */
function hasBrackets(path: string): boolean {
  return path.includes('[') && path.includes(']');
}

function splitAtSlashes(path: string, encoded: boolean): string[] {
  if (!hasBrackets(path)) return path.split('/');
  const pieces: string[] = [];
  let start = 0;
  // After one unclosed bracket all following ones are unclosed too, so they are not searched again.
  let isOpen = false;
  for (let i = 0; i < path.length; i++) {
    if (path[i] === '/') {
      pieces.push(path.slice(start, i));
      start = i + 1;
    } else if (path[i] === '[' && !isOpen) {
      const bracket = bracketAt(path, i, encoded);
      if (bracket === undefined) isOpen = true;
      else i = bracket.end - 1;
    }
  }
  pieces.push(path.slice(start));
  return pieces;
}

function segmentOf(piece: string, path: string, encoded: boolean): PathSegment {
  if (piece === '') throw malformed(path, 'a segment is empty');
  const text = encoded ? decode(piece, path) : piece;
  if (text.length > longestSegment) {
    throw malformed(path, `a segment has more than ${longestSegment} characters`);
  }
  const open = encoded && text !== piece ? piece.indexOf('[') : -1;
  const hasRawBrackets = open >= 0 && piece.includes(']', open);
  return { text, isBracketed: false, isQuoted: false, ...(hasRawBrackets && { raw: piece }) };
}

interface Bracket {
  readonly key: string;
  readonly isQuoted: boolean;
  /** The index after the bracket. */
  readonly end: number;
}

/** Returns the bracket that opens at `at`; undefined if it is not closed. A quoted key ends at `"]`. */
function bracketAt(text: string, at: number, encoded: boolean): Bracket | undefined {
  const start = at + 1;
  const quote = text[start] === '"' ? '"' : encoded && text.startsWith('%22', start) ? '%22' : undefined;
  if (quote !== undefined) {
    const content = start + quote.length;
    const terminators = encoded ? ['"]', '%22]'] : ['"]'];
    const found = terminators
      .map((stop) => ({ stop, index: text.indexOf(stop, content) }))
      .filter(({ index }) => index >= 0)
      .sort((a, b) => a.index - b.index)[0];
    if (found !== undefined) {
      return {
        key: text.slice(content, found.index),
        isQuoted: true,
        end: found.index + found.stop.length,
      };
    }
  }
  const close = text.indexOf(']', start);
  return close < 0 ? undefined : { key: text.slice(start, close), isQuoted: false, end: close + 1 };
}

/**
 * Splits a string after its head, which ends at a separator. In a URL, a `]` inside a key is percent-encoded;
 * in a decoded path it is written `%5D`.
 */
function segmentsOf(text: string, head: number, encoded: boolean): PathSegment[] {
  const invalid = (reason: string) => malformed(text, reason);
  const segments: PathSegment[] = [];
  if (head > 0) segments.push(segmentOf(text.slice(0, head), text, encoded));
  let i = head;
  while (text[i] === '[') {
    const bracket = bracketAt(text, i, encoded);
    if (bracket === undefined) throw invalid('a bracket is not closed');
    const { key, isQuoted } = bracket;
    if (key === '' && !isQuoted) throw invalid('brackets are empty');
    const decoded = encoded ? decode(key, text) : key.replace(/%5D/gi, ']');
    segments.push({ text: decoded, isBracketed: true, isQuoted });
    i = bracket.end;
  }
  if (i === text.length) return segments;
  const rest = restAfter(text, i, encoded);
  if (rest === undefined) {
    throw invalid('after a closing bracket comes a dot, a slash or another bracket');
  }
  if (rest === '') throw invalid(text.endsWith('.') ? 'it ends with a dot' : 'a segment is empty');
  return [...segments, segmentOf(rest, text, encoded)];
}

const separators = /^(?:[./]|%2[EF])/i;

/** Returns the text after the separator at `at`; undefined if there is none. */
function restAfter(text: string, at: number, encoded: boolean): string | undefined {
  if (text[at] === '.' || text[at] === '/') return text.slice(at + 1);
  if (!encoded) return undefined;
  const rest = text.slice(at);
  const separator = separators.exec(rest)?.[0];
  if (separator !== undefined) return rest.slice(separator.length);
  return /^%5B/i.test(rest) ? rest : undefined;
}

/** Returns the head that `pick` selects, calling it only if the text has any. */
function knownHead(text: string, pick: (heads: readonly string[]) => string | undefined): string | undefined {
  if (text.startsWith('[')) return '';
  const heads = headsOf(text);
  return heads.length === 0 ? undefined : pick(heads);
}

/**
 * Returns the possible heads of a string, longest first, since keys may contain dots and brackets.
 * Heads that end before the first slash precede all others.
 */
function headsOf(text: string): string[] {
  const beforeSlash: string[] = [];
  const afterSlash: string[] = [];
  const slash = text.indexOf('/');
  for (let i = text.length - 1; i > 0; i--) {
    if (text[i] !== '.' && text[i] !== '/' && text[i] !== '[') continue;
    if (text[i] === '.' && i === text.length - 1) continue;
    (slash >= 0 && i > slash ? afterSlash : beforeSlash).push(text.slice(0, i));
  }
  return [...beforeSlash, ...afterSlash];
}

/** Joins the pieces of a key in encoded brackets whose slashes a client has not encoded. */
function joinSegments(text: string, at: number, pending: PathSegment[]): string {
  let whole = text;
  while (bracketAt(whole, at, false) === undefined && pending[0]?.isBracketed === false) {
    whole += `/${pending.shift()!.text}`;
    if (whole.length > longestSegment) break;
  }
  return whole;
}

/** @throws ExposedError `invalid-request` for an invalid path, or too many segments */
function requireValid(text: string): void {
  let steps = 0;
  for (const piece of splitAtSlashes(text, false)) {
    if (piece === '') throw malformed(text, 'a segment is empty');
    let rest = piece;
    for (let at = rest.indexOf('['); at >= 0; at = rest.indexOf('[')) {
      if (++steps > maxPathSteps) throw tooManySteps();
      const last = segmentsOf(rest, at, false).at(-1)!;
      if (last.isBracketed) break;
      rest = last.text;
    }
  }
}

function decode(text: string, path: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw malformed(path, 'a percent escape is malformed');
  }
}

function malformed(path: string, reason: string): ExposedError {
  return clientError('invalid-request', `path "${describePath(path)}": ${reason}`);
}
