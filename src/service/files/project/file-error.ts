import { maxFileDepth } from '../../limits.js';
import { codeOf } from '../disk/codes.js';

/** Explanations of system error codes for readers who see only the project. */
const words: Readonly<Record<string, string>> = {
  EACCES: 'this host has no permission',
  EBUSY: 'another program holds it',
  EDQUOT: "the disk's quota is used up",
  EEXIST: 'a file is where a folder is needed',
  EFBIG: 'it is too large',
  EFTYPE: 'it is not a regular file',
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
  EROFS: 'the file system is read-only',
  TOO_DEEP: `it nests arrays and objects more than ${maxFileDepth} levels deep`,
};

/** The action that failed; `emptied` means that the project's files in a folder were deleted. */
export type FileAction = 'read' | 'written' | 'emptied';

/**
 * A file could not be read, written or deleted. The message names no path outside the project; `cause` is the
 * system's error.
 */
export class FileError extends Error {
  /** The system's error code, such as `ENOSPC`. */
  readonly code: string | undefined;

  /** @param path in the project */
  constructor(path: string, what: FileAction, cause: unknown) {
    const code = codeOf(cause);
    super(`${formatPath(path)} cannot be ${what}: ${words[code ?? ''] ?? 'the disk refuses'}`, { cause });
    this.name = 'FileError';
    this.code = code;
  }
}

/** Maximum number of characters of a path in a message. */
const maxShownChars = 200;

/** Formats a path for a message: on one line and of limited length. */
export function formatPath(path: string): string {
  return JSON.stringify(path.length > maxShownChars ? `${path.slice(0, maxShownChars)}…` : path);
}
