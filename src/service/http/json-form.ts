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
  const look = new Look();
  look.goOn(text, text.length);
  return look;
}

/** So many characters are looked at between two turns of others. */
const sliceCharacters = 64 * 1024;

/** The same in slices. */
export function* formInSlices(text: string): Generator<void, JsonForm> {
  const look = new Look();
  while (look.goOn(text, look.at + sliceCharacters)) yield;
  return look;
}

class Look implements JsonForm {
  members = 0;
  values = 1;
  isTooDeep = false;
  readonly largeNumbers: Literal[] = [];
  /** What comes next. */
  at = 0;
  #depth = 0;
  /** Whether an array or an object has just begun: what comes next is its first value, or its end. */
  #isOpened = false;

  /** Looks at what begins before `to`. @returns whether anything is left */
  goOn(text: string, to: number): boolean {
    const end = Math.min(to, text.length);
    let { at: i, members, values } = this;
    let depth = this.#depth;
    let isOpened = this.#isOpened;
    for (; i < end; i++) {
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
        if (i < 0) i = text.length;
      } else if (code === colon) members++;
      else if (code === comma) values++;
      else if (code === openBrace || code === openBracket) {
        isOpened = true;
        if (++depth <= deepestNesting) continue;
        this.isTooDeep = true;
        i = text.length;
      } else if (isDigit(code) || code === minus) i = this.#passNumber(text, i);
    }
    this.at = i;
    this.members = members;
    this.values = values;
    this.#depth = depth;
    this.#isOpened = isOpened;
    return i < text.length;
  }

  /** @returns the place of its last character */
  #passNumber(text: string, start: number): number {
    let i = start;
    let hasExponent = false;
    for (let next = text.charCodeAt(i + 1); isOfNumber(next); next = text.charCodeAt(++i + 1))
      if (isExponent(next)) hasExponent = true;
    if (hasExponent || i + 1 - start >= manyDigits) this.largeNumbers.push({ start, end: i + 1 });
    return i;
  }
}

/** Why a body is refused whose text is JSON; undefined where nothing is wrong. `value` is what it was parsed to. */
export function duplicateIn(text: string, value: Json, { members }: JsonForm): string | undefined {
  // The value holds fewer members than the text when one of them is there twice.
  if (members < 2 || membersOf(value) === members) return undefined;
  const search = findDuplicate(text);
  for (;;) {
    const { done, value: found } = search.next();
    if (done) return found;
  }
}

export function membersOf(value: Json): number {
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

/** The first member that is there twice, with its place; searched for in slices. */
export function* findDuplicate(text: string): Generator<void, string | undefined> {
  const names: (Set<string> | undefined)[] = [];
  let start = -1;
  let lookedTo = 0;
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
      if (i - lookedTo < sliceCharacters) continue;
      lookedTo = i;
      yield;
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
  let line = 1;
  let begin = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < offset; end = text.indexOf('\n', begin)) {
    begin = end + 1;
    line++;
  }
  return ` at line ${line}, column ${offset - begin + 1}`;
}
