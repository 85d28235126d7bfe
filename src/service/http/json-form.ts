import { isJsonObject, type Json } from '../json.js';
import { endOfString, isDigit, isExponent, isOfNumber, type Literal, manyDigits } from './exact-integers.js';

/** What JSON.parse does not say about a text, and what it would take long to find out by parsing. */

/** The deepest nesting of arrays and objects in a body (wire.md section 1). */
export const deepestNesting = 512;

const quote = 34;
const comma = 44;
const minus = 45;
const colon = 58;
const openBracket = 91;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;

/** What is seen of a text in one pass; of one that is no JSON it is something. */
export interface JsonForm {
  /** Members as they are written: one of a name that is there twice counts twice. */
  readonly members: number;
  /** Scalars, arrays and objects. */
  readonly values: number;
  /** It nests more deeply than `deepestNesting`; nothing behind that was looked at. */
  readonly isTooDeep: boolean;
  /** Numbers that may be beyond 2^53: of many characters, or with an exponent. */
  readonly largeNumbers: readonly Literal[];
}

/** Looks at each character once, and passes over strings. */
export function formOf(text: string): JsonForm {
  const largeNumbers: Literal[] = [];
  let members = 0;
  let values = 1;
  let depth = 0;
  /** Whether an array or an object has just begun: what comes next is its first value, or its end. */
  let isOpened = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // Blanks and control characters.
    if (code <= 32) continue;
    if (code === closeBrace || code === closeBracket) {
      depth--;
      isOpened = false;
      continue;
    }
    if (isOpened) {
      values++;
      isOpened = false;
    }
    if (code === quote) {
      i = endOfString(text, i);
      if (i < 0) break;
    } else if (code === colon) members++;
    else if (code === comma) values++;
    else if (code === openBrace || code === openBracket) {
      isOpened = true;
      if (++depth > deepestNesting) return { members, values, isTooDeep: true, largeNumbers };
    } else if (isDigit(code) || code === minus) {
      const start = i;
      let hasExponent = false;
      for (let next = text.charCodeAt(i + 1); isOfNumber(next); next = text.charCodeAt(++i + 1))
        if (isExponent(next)) hasExponent = true;
      if (hasExponent || i + 1 - start >= manyDigits) largeNumbers.push({ start, end: i + 1 });
    }
  }
  return { members, values, isTooDeep: false, largeNumbers };
}

/** Why a body is refused whose text is JSON; undefined where nothing is wrong. `value` is what it was parsed to. */
export function duplicateIn(text: string, value: Json, { members }: JsonForm): string | undefined {
  // The value holds fewer members than the text when one of them is there twice.
  return members < 2 || membersOf(value) === members ? undefined : findDuplicate(text);
}

function membersOf(value: Json): number {
  let members = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') members += membersOf(item);
  } else if (isJsonObject(value)) {
    // All that it has are its own: JSON.parse makes nothing of `__proto__` but a member.
    for (const name in value) {
      const item = value[name]!;
      members += typeof item === 'object' ? 1 + membersOf(item) : 1;
    }
  }
  return members;
}

/** The first member that is there twice, with its place. */
function findDuplicate(text: string): string | undefined {
  const names: (Set<string> | undefined)[] = [];
  let start = -1;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === quote) {
      start = i;
      i = endOfString(text, i);
    } else if (code === colon) {
      const name = JSON.parse(text.slice(start, text.lastIndexOf('"', i) + 1)) as string;
      const known = names.at(-1)!;
      if (known.has(name)) return `the member ${shown(name)} is there twice${placeOf(text, start)}`;
      known.add(name);
    } else if (code === openBrace) names.push(new Set());
    else if (code === openBracket) names.push(undefined);
    else if (code === closeBrace || code === closeBracket) names.pop();
  }
  return undefined;
}

const longestShown = 80;

function shown(name: string): string {
  return JSON.stringify(name.length > longestShown ? `${name.slice(0, longestShown)}…` : name);
}

/** ` at line 1, column 12`. */
export function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset);
  return ` at line ${before.split('\n').length}, column ${before.length - before.lastIndexOf('\n')}`;
}
