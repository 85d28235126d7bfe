import type { Json, JsonObject } from '../../json.js';
import type { Steps } from '../slices.js';
import { lineAt } from './bytes.js';
import { checkFormat } from './check-format.js';
import { layOutInSteps, usualLayout } from './layout.js';
import { parseText } from './parse.js';
import { parseInSteps } from './parse-in-steps.js';
import { Scanner } from './scanner.js';
import { checkUtf8 } from './utf8.js';

/** The member with the entries. */
export const entriesName = 'objects';

/** What a step of a scan goes over, in bytes: well under a millisecond. */
const stepBytes = 64 * 1024;

const byteOrderMark = [0xef, 0xbb, 0xbf];

/** The text of a file that is JSON and of a format that was expected. */
export interface ScannedFile {
  readonly scanner: Scanner;
  /** What the outer object says of a member: of those with the same name the last; undefined when there is none. */
  member(name: string): Json | undefined;
  /** The same in steps. */
  memberInSteps(name: string): Steps<Json | undefined>;
}

/**
 * Validates a file whole, in steps.
 * @throws FileRefused for what is no UTF-8, no JSON, no object, of none of the `accepted` formats, or too new
 */
export function* scanFile(path: string, bytes: Uint8Array, accepted: readonly string[]): Steps<ScannedFile> {
  yield* checkUtf8(path, bytes);
  const hasMark = byteOrderMark.every((byte, i) => bytes[i] === byte);
  const scanner = new Scanner(path, bytes, hasMark ? byteOrderMark.length : 0, entriesName);
  while (!scanner.step(stepBytes)) yield scanner.at / bytes.length;
  const find = (name: string) => scanner.members.findLast((each) => each.name === name);
  const member = (name: string) => {
    const found = find(name);
    return found && parseText(bytes, found.start, found.end);
  };
  checkFormat(path, { member, lineOf: (name) => lineAt(bytes, find(name)?.nameStart ?? 0) }, accepted);
  function* memberInSteps(name: string): Steps<Json | undefined> {
    const found = find(name);
    return found && (yield* parseInSteps(bytes.subarray(found.start, found.end)));
  }
  return { scanner, member, memberInSteps };
}

/** The text of a file that this service writes whole, in pieces: two spaces, LF, a line end at the end. */
export function* fileTexts(members: JsonObject): Steps<string[]> {
  return [...(yield* layOutInSteps(members, usualLayout)), usualLayout.newline];
}
