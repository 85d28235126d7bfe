import type { Json } from '../../json.js';
import { FileRefused, formatName, formatVersion } from '../format.js';

/** What of a file says what it is. */
export interface FormatMembers {
  member(name: string): Json | undefined;
  /** The line of a member, else that of the beginning. */
  lineOf(name: string): number;
}

/** Refuses a file that is of none of the `accepted` formats, or newer than this service (LSC-15). @throws FileRefused */
export function checkFormat(path: string, file: FormatMembers, accepted: readonly string[]): void {
  const refuse = (name: string, reason: string) => new FileRefused(path, file.lineOf(name), reason);
  const format = file.member('format');
  if (typeof format !== 'string') throw refuse('format', `it has no "format", expected ${accepted[0]}`);
  if (!accepted.includes(format)) {
    throw refuse('format', `it is of ${formatName(format)}, expected ${accepted[0]}`);
  }
  const version = file.member('formatVersion') ?? formatVersion;
  if (typeof version === 'bigint' && version > 0n) throw refuse('formatVersion', newer(version));
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    throw refuse('formatVersion', 'its "formatVersion" is no version');
  }
  if (version > formatVersion) throw refuse('formatVersion', newer(version));
}

function newer(version: number | bigint): string {
  return `its format version ${version} is newer than ${formatVersion}, the newest known here`;
}
