import { describePath } from '../describe-path.js';
import { ExposedError, mistake } from '../exposed-error.js';
import { longestSegment } from '../nameable.js';

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

/** The steps of a path that are still to be taken. */
export class PendingSegments {
  /** The path comes from a URL. */
  readonly isOfRequest: boolean;
  /** What has been split off, the next one last. */
  readonly #steps: PathSegment[];
  /** What comes after it. Of a path of thousands of steps most are never taken, and none is made of those. */
  readonly #rest: string;
  #at = 0;

  /** @param rest without brackets that are closed */
  constructor(steps: readonly PathSegment[], rest: string, isOfRequest: boolean) {
    this.#steps = steps.toReversed();
    this.#rest = rest;
    this.isOfRequest = isOfRequest;
  }

  get isEmpty(): boolean {
    return this.#steps.length === 0 && this.#at >= this.#rest.length;
  }

  /** The next step. There is one. */
  get next(): PathSegment {
    if (this.#steps.length === 0) this.#split();
    return this.#steps.at(-1)!;
  }

  /** Takes the next step. There is one. */
  pop(): PathSegment {
    if (this.#steps.length === 0) this.#split();
    return this.#steps.pop()!;
  }

  /** What is to be taken before all others. */
  push(segment: PathSegment): void {
    this.#steps.push(segment);
  }

  #split(): void {
    const rest = this.#rest;
    const found = rest.indexOf('/', this.#at);
    const end = found < 0 ? rest.length : found;
    const piece = rest.slice(this.#at, end);
    this.#at = end + 1;
    this.#steps.push(segmentOf(piece, rest, this.isOfRequest, this.isOfRequest));
  }
}

/** The most characters that a path may have as it is sent (wire.md section 1). */
export const maxPathLength = 16 * 1024;

/**
 * Splits a property path (wire.md section 6) at its slashes; those in brackets belong to a key. With `encoded` the path
 * comes from a URL, and every segment is percent-decoded once. What a segment means as a path of its own is seen when
 * it is taken: it is one name or key first (PTH-10).
 * @throws ExposedError `invalid-request` for an empty segment, one that is too long, or a malformed escape.
 */
export function parsePath(path: string, encoded = false): PendingSegments {
  if (path.length > maxPathLength)
    throw malformed(path, `it has more than ${maxPathLength} characters`, encoded);
  if (hasBrackets(path)) {
    const steps = splitAtSlashes(path, encoded).map((piece) => segmentOf(piece, path, encoded, encoded));
    return new PendingSegments(steps, '', encoded);
  }
  // As a whole it has the same escapes as its pieces.
  if (encoded) decode(path, path, encoded);
  checkPieces(path, encoded);
  return new PendingSegments([], path, encoded);
}

/**
 * What a text may begin with as a path of its own, of so many characters at most, since a name that is longer is not known
 * there; an index, which may have any number of digits, is always the shortest.
 */
export type Heads = (longest: number) => readonly string[];

/**
 * Takes a segment that means nothing as one name for a path of its own, and pushes its steps; false when it is none.
 * `pick` gives the first of the heads that is a known name here.
 * @throws ExposedError `invalid-request` when it can be neither a name nor a path.
 */
export function unfold(
  segment: PathSegment,
  pending: PendingSegments,
  pick: (heads: Heads) => string | undefined,
): boolean {
  if (segment.isBracketed) return false;
  const { isOfRequest } = pending;
  if (segment.raw !== undefined) {
    push(pending, stepsOf(segment.raw, segment.raw.indexOf('['), true, isOfRequest));
    return true;
  }
  const { text } = segment;
  const head = knownHead(text, pick);
  if (head === undefined) {
    checkForm(text, isOfRequest);
    return false;
  }
  const rest = text[head.length] === '[' ? joined(text, head.length, pending) : text;
  push(pending, stepsOf(rest, head.length, false, isOfRequest));
  return true;
}

function push(pending: PendingSegments, steps: readonly PathSegment[]): void {
  for (let i = steps.length - 1; i >= 0; i--) pending.push(steps[i]!);
}

/** A bracket that nothing closes is none. */
function hasBrackets(path: string): boolean {
  return path.includes('[') && path.includes(']');
}

/** Looks for pieces between its slashes that are wrong, and makes none of the others. */
function checkPieces(path: string, isOfRequest: boolean): void {
  if (path === '' || path.startsWith('/') || path.endsWith('/') || path.includes('//')) {
    throw malformed(path, 'a segment is empty', isOfRequest);
  }
  for (let start = 0; path.length - start > longestSegment; ) {
    const end = path.lastIndexOf('/', start + longestSegment);
    if (end >= start) start = end + 1;
    else {
      // It is as long as it is sent: there may be escapes in it.
      const next = path.indexOf('/', start);
      segmentOf(path.slice(start, next < 0 ? path.length : next), path, isOfRequest, isOfRequest);
      if (next < 0) return;
      start = next + 1;
    }
  }
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

function segmentOf(piece: string, path: string, encoded: boolean, isOfRequest: boolean): PathSegment {
  if (piece === '') throw malformed(path, 'a segment is empty', isOfRequest);
  const text = encoded ? decode(piece, path, isOfRequest) : piece;
  if (text.length > longestSegment) {
    throw malformed(path, `a segment has more than ${longestSegment} characters`, isOfRequest);
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
function stepsOf(text: string, head: number, encoded: boolean, isOfRequest: boolean): PathSegment[] {
  const wrong = (reason: string) => malformed(text, reason, isOfRequest);
  const steps: PathSegment[] = [];
  if (head > 0) steps.push(segmentOf(text.slice(0, head), text, encoded, isOfRequest));
  let i = head;
  while (text[i] === '[') {
    const bracket = bracketAt(text, i, encoded);
    if (bracket === undefined) throw wrong('a bracket is not closed');
    const { key, isQuoted } = bracket;
    if (key === '' && !isQuoted) throw wrong('brackets are empty');
    const decoded = encoded ? decode(key, text, isOfRequest) : key.replace(/%5D/gi, ']');
    steps.push({ text: decoded, isBracketed: true, isQuoted });
    i = bracket.end;
  }
  if (i === text.length) return steps;
  const rest = restAfter(text, i, encoded);
  if (rest === undefined) {
    throw wrong('after a closing bracket comes a dot, a slash or another bracket');
  }
  if (rest === '') throw wrong(text.endsWith('.') ? 'it ends with a dot' : 'a segment is empty');
  return [...steps, segmentOf(rest, text, encoded, isOfRequest)];
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
function knownHead(text: string, pick: (heads: Heads) => string | undefined): string | undefined {
  if (text.startsWith('[')) return '';
  const shortest = text.slice(1).search(/[./[]/) + 1;
  return shortest === 0 ? undefined : pick((longest) => headsOf(text, longest, shortest));
}

/**
 * What a text may begin with as a path of its own, the longest first: keys may contain dots and brackets. Those before
 * its first slash come first, since that is where a path is split.
 */
function headsOf(text: string, longest: number, shortest: number): string[] {
  const inFirst: string[] = [];
  const beyond: string[] = [];
  const slash = text.indexOf('/');
  for (let i = Math.min(text.length - 1, Math.max(longest, shortest)); i > 0; i--) {
    if (text[i] !== '.' && text[i] !== '/' && text[i] !== '[') continue;
    if (text[i] === '.' && i === text.length - 1) continue;
    (slash >= 0 && i > slash ? beyond : inFirst).push(text.slice(0, i));
  }
  return [...inFirst, ...beyond];
}

/** A client that encodes brackets and not the slashes inside of them has split a key: its pieces are put together. */
function joined(text: string, at: number, pending: PendingSegments): string {
  let whole = text;
  while (bracketAt(whole, at, false) === undefined && !pending.isEmpty && !pending.next.isBracketed) {
    whole += `/${pending.pop().text}`;
    if (whole.length > longestSegment) break;
  }
  return whole;
}

/** @throws ExposedError `invalid-request` for what is no path. */
function checkForm(text: string, isOfRequest: boolean): void {
  for (const piece of splitAtSlashes(text, false)) {
    if (piece === '') throw malformed(text, 'a segment is empty', isOfRequest);
    const bracket = piece.indexOf('[');
    const rest = bracket < 0 ? undefined : stepsOf(piece, bracket, false, isOfRequest).at(-1);
    if (rest !== undefined && !rest.isBracketed) checkForm(rest.text, isOfRequest);
  }
}

function decode(text: string, path: string, isOfRequest: boolean): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw malformed(path, 'a percent escape is malformed', isOfRequest);
  }
}

function malformed(path: string, reason: string, isOfRequest: boolean): ExposedError {
  const detail = `path "${describePath(path)}": ${reason}`;
  return isOfRequest ? mistake('invalid-request', detail) : new ExposedError('invalid-request', detail);
}
