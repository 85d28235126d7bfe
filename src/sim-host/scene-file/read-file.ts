import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { TextDecoder } from 'node:util';

/** The parser has a use for the byte order mark. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The text of a file, or what is written to a pipe (`--scene <(make-scene)`). Whoever is to open the other end of a pipe is waited
 * for by the event loop: in the thread where files are read a wait cannot be broken off, and the process would not end.
 * @throws Error for one that cannot be read, or is not UTF-8
 */
export async function readText(path: string): Promise<string> {
  const bytes = await readBytes(path);
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Error('it is not UTF-8');
  }
}

async function readBytes(path: string): Promise<Uint8Array> {
  if (!(await stat(path)).isFIFO()) return readFile(path);
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return buffer(new Socket({ fd, readable: true, writable: false }));
}

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
