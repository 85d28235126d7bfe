import { describePath } from '../describe-path.js';
import { type ExposedError, mistake } from '../exposed-error.js';
import { maxPathSteps } from '../limits.js';
import { longestSegment } from '../name-rules.js';

/** A step of a property path. One that means nothing as one name may be a path of its own (`unfold`). */
export interface PathSegment {
  /** Decoded. */
  readonly text: string;
  /** What stood in brackets is one step, whatever it contains. */
  readonly isBracketed: boolean;
  /** What stood in quotes inside of brackets is a key, never an index. */
  readonly isQuoted: boolean;
  /** As it stands in the URL, where brackets in it are not percent-encoded. */
  readonly raw?: string;
}

/** The most characters that a path may have as it is sent (wire.md section 1). */
export const maxPathLength = 16 * 1024;

/**
 * Splits a property path (wire.md section 6) at its slashes; those in brackets belong to a key. With `encoded` the path
 * comes from a URL, and every segment is percent-decoded once. What a segment means as a path of its own is seen when
 * it is taken: it is one name or key first (PTH-10).
 * @throws ExposedError `invalid-request` for an empty segment, one that is too long, too many, or a malformed escape.
 */
export function parsePath(path: string, encoded = false): PathSegment[] {
  if (path.length > maxPathLength) throw malformed(path, `it has more than ${maxPathLength} characters`);
  const pieces = splitAtSlashes(path, encoded);
  if (pieces.length > maxPathSteps) throw tooManySteps();
  return pieces.map((piece) => segmentOf(piece, path, encoded));
}

export function tooManySteps(): ExposedError {
  return mistake('invalid-request', `a path has more than ${maxPathSteps} steps`);
}

/**
 * Takes a segment that means nothing as one name for a path of its own, and puts its steps before the others; false when
 * it is none. `pick` gives the first of the heads that is a known name here.
 * @throws ExposedError `invalid-request` when it can be neither a name nor a path.
 */
export function unfold(
  segment: PathSegment,
  pending: PathSegment[],
  pick: (heads: readonly string[]) => string | undefined,
): boolean {
  if (segment.isBracketed) return false;
  if (segment.raw !== undefined) {
    pending.unshift(...stepsOf(segment.raw, segment.raw.indexOf('['), true));
    return true;
  }
  const { text } = segment;
  const head = knownHead(text, pick);
  if (head === undefined) {
    checkForm(text);
    return false;
  }
  const rest = text[head.length] === '[' ? joined(text, head.length, pending) : text;
  pending.unshift(...stepsOf(rest, head.length, false));
  return true;
}

/** A bracket that nothing closes is none. */
function hasBrackets(path: string): boolean {
  return path.includes('[') && path.includes(']');
}

function splitAtSlashes(path: string, encoded: boolean): string[] {
  if (!hasBrackets(path)) return path.split('/');
  const pieces: string[] = [];
  let start = 0;
  // Once one bracket is found open, so are all that follow: a long path is not searched again for each.
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
  /** Where it begins, and what follows it. */
  readonly end: number;
}

/** The bracket that opens at `at`; undefined when nothing closes it. In quotes, everything up to `"]` is the key. */
function bracketAt(text: string, at: number, encoded: boolean): Bracket | undefined {
  const start = at + 1;
  const quote = text[start] === '"' ? '"' : encoded && text.startsWith('%22', start) ? '%22' : undefined;
  if (quote !== undefined) {
    const content = start + quote.length;
    const stops = encoded ? ['"]', '%22]'] : ['"]'];
    const found = stops
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
 * The steps of a text from its head, which ends at a separator. In what comes from a URL as it stands, a `]` that
 * belongs to a key is percent-encoded; in a decoded path `%5D` is one.
 */
function stepsOf(text: string, head: number, encoded: boolean): PathSegment[] {
  const wrong = (reason: string) => malformed(text, reason);
  const steps: PathSegment[] = [];
  if (head > 0) steps.push(segmentOf(text.slice(0, head), text, encoded));
  let i = head;
  while (text[i] === '[') {
    const bracket = bracketAt(text, i, encoded);
    if (bracket === undefined) throw wrong('a bracket is not closed');
    const { key, isQuoted } = bracket;
    if (key === '' && !isQuoted) throw wrong('brackets are empty');
    const decoded = encoded ? decode(key, text) : key.replace(/%5D/gi, ']');
    steps.push({ text: decoded, isBracketed: true, isQuoted });
    i = bracket.end;
  }
  if (i === text.length) return steps;
  const rest = restAfter(text, i, encoded);
  if (rest === undefined) {
    throw wrong('after a closing bracket comes a dot, a slash or another bracket');
  }
  if (rest === '') throw wrong(text.endsWith('.') ? 'it ends with a dot' : 'a segment is empty');
  return [...steps, segmentOf(rest, text, encoded)];
}

const separators = /^(?:[./]|%2[EF])/i;

/** What follows the separator at `at`; undefined when there is none. */
function restAfter(text: string, at: number, encoded: boolean): string | undefined {
  if (text[at] === '.' || text[at] === '/') return text.slice(at + 1);
  if (!encoded) return undefined;
  const rest = text.slice(at);
  const separator = separators.exec(rest)?.[0];
  if (separator !== undefined) return rest.slice(separator.length);
  return /^%5B/i.test(rest) ? rest : undefined;
}

/** The head of a text that `pick` gives; nobody has to look at what is known where a text has none. */
function knownHead(text: string, pick: (heads: readonly string[]) => string | undefined): string | undefined {
  if (text.startsWith('[')) return '';
  const heads = headsOf(text);
  return heads.length === 0 ? undefined : pick(heads);
}

/**
 * What a text may begin with as a path of its own, the longest first: keys may contain dots and brackets. Those before
 * its first slash come first, since that is where a path is split.
 */
function headsOf(text: string): string[] {
  const inFirst: string[] = [];
  const beyond: string[] = [];
  const slash = text.indexOf('/');
  for (let i = text.length - 1; i > 0; i--) {
    if (text[i] !== '.' && text[i] !== '/' && text[i] !== '[') continue;
    if (text[i] === '.' && i === text.length - 1) continue;
    (slash >= 0 && i > slash ? beyond : inFirst).push(text.slice(0, i));
  }
  return [...inFirst, ...beyond];
}

/** A client that encodes brackets and not the slashes inside of them has split a key: its pieces are put together. */
function joined(text: string, at: number, pending: PathSegment[]): string {
  let whole = text;
  while (bracketAt(whole, at, false) === undefined && pending[0]?.isBracketed === false) {
    whole += `/${pending.shift()!.text}`;
    if (whole.length > longestSegment) break;
  }
  return whole;
}

/** @throws ExposedError `invalid-request` for what is no path. */
function checkForm(text: string): void {
  for (const piece of splitAtSlashes(text, false)) {
    if (piece === '') throw malformed(text, 'a segment is empty');
    const bracket = piece.indexOf('[');
    const rest = bracket < 0 ? undefined : stepsOf(piece, bracket, false).at(-1);
    if (rest !== undefined && !rest.isBracketed) checkForm(rest.text);
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
  return mistake('invalid-request', `path "${describePath(path)}": ${reason}`);
}
