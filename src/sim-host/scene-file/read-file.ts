import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { TextDecoder } from 'node:util';

/** The parser handles the byte order mark. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a text file or pipe (`--scene <(make-scene)`). Pipes are read through the event loop, because a blocking read
 * of a file cannot be cancelled and would keep the process alive.
 * @throws Error if it cannot be read or is not UTF-8
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

/** Reads the bytes of a file synchronously. Refuses pipes, whose other end may never be opened. */
export function readFileAtOnce(path: string): Buffer {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(fd).isFile()) throw new Error(`${path} is not a regular file`);
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}
