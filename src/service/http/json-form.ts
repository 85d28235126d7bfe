import { isJsonObject, type Json } from '../json.js';
import { endOfString } from './exact-integers.js';

/** What JSON.parse does not say about a text that it has accepted. */

/** The deepest nesting of arrays and objects in a body (wire.md section 1). */
export const deepestNesting = 512;

const quote = 34;
const colon = 58;
const openBracket = 91;
const backslash = 92;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;

/** A shorter text cannot nest too deeply. */
const mayNestTooDeeply = 2 * deepestNesting;

/**
 * Whether a text nests too deeply, or names a member of an object twice; undefined for neither. `bytes` are the text's,
 * `value` is what it was parsed to.
 *
 * Costs one pass over the bytes: a colon outside of strings is a member as it is written, and the value holds fewer
 * members than the text when one of them is there twice.
 */
export function problemOf(bytes: Uint8Array, text: string, value: Json): string | undefined {
  if (bytes.length <= mayNestTooDeeply && text.indexOf(':', text.indexOf(':') + 1) < 0) return undefined;
  let members = 0;
  let depth = 0;
  let isString = false;
  for (let i = 0; i < bytes.length; i++) {
    const code = bytes[i]!;
    if (isString) {
      if (code === backslash) i++;
      else if (code === quote) isString = false;
    } else if (code === quote) isString = true;
    else if (code === colon) members++;
    else if (code === openBrace || code === openBracket) {
      if (++depth > deepestNesting) return `it is nested more than ${deepestNesting} deep`;
    } else if (code === closeBrace || code === closeBracket) depth--;
  }
  if (members < 2) return undefined;
  return membersOf(value) === members ? undefined : findDuplicate(text);
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
