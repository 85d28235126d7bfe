import { maxFileDepth } from '../../limits.js';
import { codeOf } from '../disk/codes.js';

/** What a system's code means to somebody who sees only the project. */
const words: Readonly<Record<string, string>> = {
  EACCES: 'this host has no permission',
  EBUSY: 'another program holds it',
  EDQUOT: "the disk's quota is used up",
  EEXIST: 'a file is where a folder is needed',
  EFBIG: 'it is too large',
  EFTYPE: 'it is no regular file',
  EIO: 'the disk fails',
  EISDIR: 'it is a folder',
  ELOOP: 'links lead in a circle there',
  EMFILE: 'this host has too many files open',
  ENAMETOOLONG: 'its name is too long',
  ENFILE: 'the machine has too many files open',
  ENOENT: 'its folder is not there any more',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a file is where a folder is needed',
  EPERM: 'this host has no permission',
  EROFS: 'the disk can only be read',
  TOO_DEEP: `it nests arrays and objects more than ${maxFileDepth} levels deep`,
};

/** What could not be done; folders are emptied of the project's files. */
export type FileAction = 'read' | 'written' | 'emptied';

/**
 * A file that could not be read, written or deleted: in words that name no path beyond the project. `cause` is what
 * the disk said.
 */
export class FileError extends Error {
  /** The system's own code, such as `ENOSPC`. */
  readonly code: string | undefined;

  /** @param path in the project */
  constructor(path: string, what: FileAction, cause: unknown) {
    const code = codeOf(cause);
    super(`${shown(path)} cannot be ${what}: ${words[code ?? ''] ?? 'the disk refuses'}`, { cause });
    this.name = 'FileError';
    this.code = code;
  }
}

/** Characters of a path that a message shows. */
const longestPath = 200;

/** A path in a message, on one line and of a bounded length. */
export function shown(path: string): string {
  return JSON.stringify(path.length > longestPath ? `${path.slice(0, longestPath)}…` : path);
}
