import { createHash } from 'node:crypto';
import { basename, dirname, join, relative } from 'node:path';

/** What is mutated. */
export const serviceFolder = join('src', 'service');

/** One small change of the service, asleep until a process is told its id. */
export interface Mutant {
  /** Where it is and what it does. */
  readonly name: string;
  /** Stryker's number; of a fault written by hand, the file that describes it. */
  readonly id: string;
  /** Below src/service; `.` for its own files. */
  readonly folder: string;
  readonly file: string;
  readonly line: number;
  readonly lastLine: number;
  readonly operator: string;
  readonly original: string;
  readonly replacement: string;
  /** Hash of the member, function or statement that it is in. */
  readonly surroundings: string;
  /** How many of its file before it do the same to the same code. */
  readonly twinsBefore: number;
  /** Which one should notice, where that is known. */
  readonly rule?: string;
}

export function folderOf(file: string): string {
  const folder = relative(serviceFolder, dirname(file)).split(/[\\/]/)[0];
  return folder === undefined || folder === '' ? '.' : folder;
}

/** What has to speak HTTP for a host to run its code; the service's choice when undefined. */
export function engineOf({ file }: Mutant): 'node' | undefined {
  return basename(file).startsWith('node') && folderOf(file) === 'http' ? 'node' : undefined;
}

/** The same wherever in its file the code stands. */
export function keyOf({ file, operator, original, replacement, twinsBefore }: Mutant): string {
  const what = [file, operator, original, replacement];
  return createHash('sha1')
    .update((twinsBefore === 0 ? what : [...what, twinsBefore]).join('\0'))
    .digest('hex')
    .slice(0, 10);
}
