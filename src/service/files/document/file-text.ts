import { isUtf8 } from 'node:buffer';
import { parseJson } from '../../../wire/json.js';
import type { Json, JsonObject } from '../../common/json.js';
import { maxFileBytes, maxFileDepth } from '../../limits.js';
import { systemError } from '../disk/codes.js';
import { FileRefused, formatName, formatVersion } from '../format.js';
import { findBroken } from './broken-json.js';
import { layOut, usualLayout } from './layout.js';

/** The member that contains the entries. */
export const entriesName = 'objects';

/** A part of a text, with the text around it up to the next comma or bracket. */
export interface Cut {
  readonly lead: string;
  readonly text: string;
  readonly trail: string;
}

/** The text of a valid JSON file of an accepted format. */
export interface FileText {
  readonly text: string;
  /** Offsets of the outer object. */
  readonly start: number;
  readonly end: number;
  /** Offsets between the brackets of `objects`; undefined if there are no entries. */
  readonly inside: { readonly from: number; readonly to: number } | undefined;
  readonly entries: readonly Cut[];
  /** Returns a member of the outer object, the last of equal names; undefined if it is missing. */
  member(name: string): Json | undefined;
}

/** Offsets of a member of the outer object; its value follows the colon. */
interface OuterMember {
  readonly from: number;
  readonly colon: number;
  readonly to: number;
  /** Offsets of the brackets of its value and of the commas between; empty for a scalar. */
  readonly separators: readonly number[];
}

/**
 * Validates a file and splits it into its entries.
 * @throws FileRefused if it is too large, nested too deeply, not UTF-8, not a JSON object, of another or a newer
 * format, or `objects` is not a list of objects
 */
export function readFileText(path: string, bytes: Uint8Array, accepted: readonly string[]): FileText {
  const text = decoded(path, bytes);
  const refuse = (offset: number, reason: string) => new FileRefused(path, lineOf(text, offset), reason);
  const outline = outlineOf(text, (offset) =>
    refuse(offset, `it nests arrays and objects more than ${maxFileDepth} levels deep`),
  );
  const start = skipSpace(text, text.startsWith('\ufeff') ? 1 : 0);
  try {
    JSON.parse(text.slice(start));
  } catch {
    const { offset, reason } = findBroken(text.slice(start));
    throw refuse(start + offset, `it is broken: ${reason}`);
  }
  if (text[start] !== '{') throw refuse(start, 'it is broken: it is not a JSON object');
  const members = new Map(
    outline.map((member) => [JSON.parse(text.slice(member.from, member.colon)) as string, member]),
  );
  const startOf = (name: string) => skipSpace(text, members.get(name)?.from ?? 0);
  const member = (name: string) => {
    const found = members.get(name);
    return found && parseJson(text.slice(found.colon + 1, found.to).trim());
  };
  checkFormat(member, accepted, (name, reason) => refuse(startOf(name), reason));
  const list = members.get(entriesName);
  const end = text.trimEnd().length;
  return {
    text,
    start,
    end,
    ...(list ? cutList(text, list, refuse) : { inside: undefined, entries: [] }),
    member,
  };
}

/** Formats a file that this service writes completely: two spaces, LF, a final line end. */
export function fileText(members: JsonObject): string {
  return layOut(members, usualLayout) + usualLayout.newline;
}

/** Rejects a text that would be too large or too deep to be read again. @throws Error like the system's */
export function checkBounds(text: string): void {
  if (Buffer.byteLength(text) > maxFileBytes) throw systemError('EFBIG', `more than ${maxFileBytes} bytes`);
  outlineOf(text, () => systemError('TOO_DEEP', `more than ${maxFileDepth} levels`));
}

function decoded(path: string, bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (buffer.length > maxFileBytes) {
    const line = lineOf(buffer.toString('latin1', 0, maxFileBytes), maxFileBytes);
    throw new FileRefused(path, line, `it has more than ${maxFileBytes / 1024 / 1024} MiB`);
  }
  if (!isUtf8(buffer)) throw new FileRefused(path, brokenLineOf(buffer), 'it is broken: not valid UTF-8');
  return buffer.toString('utf8');
}

function brokenLineOf(bytes: Buffer): number {
  let line = 1;
  let from = 0;
  for (let to = bytes.indexOf('\n'); to >= 0 && isUtf8(bytes.subarray(from, to)); line++) {
    from = to + 1;
    to = bytes.indexOf('\n', from);
  }
  return line;
}

/** Finds the members of the outer object in a text that may not be JSON. @throws the error that `tooDeep` returns */
function outlineOf(text: string, tooDeep: (offset: number) => Error): OuterMember[] {
  const members: OuterMember[] = [];
  let separators: number[] = [];
  let depth = 0;
  let from = 0;
  let colon = 0;
  const endMember = (to: number) => {
    if (colon > from) members.push({ from, colon, to, separators });
    from = to + 1;
    separators = [];
  };
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        for (at++; at < text.length && text.charCodeAt(at) !== 0x22; at++)
          if (text.charCodeAt(at) === 0x5c) at++;
        break;
      case 0x7b: // {
      case 0x5b: // [
        if (++depth > maxFileDepth) throw tooDeep(at);
        if (depth === 1) from = at + 1;
        if (depth === 2) separators.push(at);
        break;
      case 0x7d: // }
      case 0x5d: // ]
        if (depth === 2) separators.push(at);
        if (depth === 1) endMember(at);
        depth--;
        break;
      case 0x2c: // ,
        if (depth === 2) separators.push(at);
        if (depth === 1) endMember(at);
        break;
      case 0x3a: // :
        if (depth === 1) colon = at;
    }
  }
  return members;
}

function cutList(
  text: string,
  { colon, separators }: OuterMember,
  refuse: (offset: number, reason: string) => Error,
): Pick<FileText, 'inside' | 'entries'> {
  const noList = (from: number) =>
    refuse(skipSpace(text, from), `it is broken: "${entriesName}" is not a list of objects`);
  if (text[skipSpace(text, colon + 1)] !== '[') throw noList(colon + 1);
  const inside = { from: separators[0]! + 1, to: separators.at(-1)! };
  if (skipSpace(text, inside.from) === inside.to) return { inside: undefined, entries: [] };
  const entries = separators.slice(1).map((to, i) => cutOf(text, separators[i]! + 1, to));
  const bad = entries.findIndex((entry) => !entry.text.startsWith('{'));
  if (bad >= 0) throw noList(separators[bad]! + 1);
  return { inside, entries };
}

function cutOf(text: string, from: number, to: number): Cut {
  const start = skipSpace(text, from);
  const end = from + text.slice(from, to).trimEnd().length;
  return { lead: text.slice(from, start), text: text.slice(start, end), trail: text.slice(end, to) };
}

/** Rejects a file of another format, or of a newer version than this service (LSC-15). */
function checkFormat(
  member: FileText['member'],
  accepted: readonly string[],
  refuse: (name: string, reason: string) => Error,
): void {
  const format = member('format');
  if (typeof format !== 'string') throw refuse('format', `it has no "format", expected ${accepted[0]}`);
  if (!accepted.includes(format))
    throw refuse('format', `it is of ${formatName(format)}, expected ${accepted[0]}`);
  const version = member('formatVersion') ?? formatVersion;
  const isInteger = typeof version === 'bigint' || (typeof version === 'number' && Number.isInteger(version));
  if (!isInteger || version < 1) throw refuse('formatVersion', 'its "formatVersion" is not a version number');
  if (version > formatVersion)
    throw refuse(
      'formatVersion',
      `its format version ${version} is newer than ${formatVersion}, the newest known here`,
    );
}

function skipSpace(text: string, at: number): number {
  let i = at;
  while (' \n\r\t'.includes(text[i] ?? '.')) i++;
  return i;
}

/** Returns the line number of an offset; the first line is 1. */
function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
