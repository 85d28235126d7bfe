import { codeOf } from './disk/codes.js';

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
};

export type FileAction = 'read' | 'written' | 'deleted';

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
    super(`${JSON.stringify(path)} cannot be ${what}: ${words[code ?? ''] ?? 'the disk refuses'}`, { cause });
    this.name = 'FileError';
    this.code = code;
  }
}
