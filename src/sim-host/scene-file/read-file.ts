import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** The bytes of a file, at once. What is a pipe, whose other end may never be opened, is refused and not waited for. */
export function readFileAtOnce(path: string): Buffer {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(fd).isFile()) throw new Error(`${path} is no regular file`);
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}
