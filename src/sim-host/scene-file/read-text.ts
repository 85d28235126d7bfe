import { constants, openSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * The text of a file, or what is written to a pipe (`--scene <(make-scene)`). Whoever is to open the other end of a pipe is waited
 * for by the event loop: in the thread where files are read a wait cannot be broken off, and the process would not end.
 */
export async function readText(path: string): Promise<string> {
  if (!(await stat(path)).isFIFO()) return readFile(path, 'utf8');
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return text(new Socket({ fd, readable: true, writable: false }));
}
