import { constants } from 'node:fs';
import { type FileHandle, open, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, systemError } from './codes.js';

/** Systems that lack one of these have nothing that it would protect from. */
const { O_DIRECTORY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = constants;

/** Never waits for the other end of a pipe, and follows no link at the end of the path. */
export const cautiously = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;

/**
 * A folder that is held, so that whatever is done in it is done in that folder, even if somebody puts a link in its place
 * meanwhile. Where the system cannot do that, its path has to do.
 */
export class OpenFolder {
  readonly #handle: FileHandle | undefined;
  readonly #base: string;

  private constructor(handle: FileHandle | undefined, base: string) {
    this.#handle = handle;
    this.#base = base;
  }

  /** @param path without links @throws Error when there is no such folder */
  static async open(path: string): Promise<OpenFolder> {
    let handle: FileHandle;
    try {
      handle = await open(path, cautiously | O_DIRECTORY);
    } catch (error) {
      // Windows opens no folders, and one that may not be listed may still be written to.
      if (['EISDIR', 'EPERM', 'EACCES'].includes(codeOf(error) ?? '')) return new OpenFolder(undefined, path);
      throw error;
    }
    try {
      return new OpenFolder(handle, (await placeOf(handle, path)) ?? path);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** The path by which an entry of this folder is reached. */
  at(name: string): string {
    return join(this.#base, name);
  }

  /** Makes what was renamed in it outlast a power cut; where that is impossible, the system does it on its own. */
  async sync(): Promise<void> {
    await this.#handle?.sync().catch(() => {});
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }
}

/**
 * Where Linux shows an open file or folder: a path that goes on leading to it. Undefined on other systems.
 * @throws Error when what was opened lies elsewhere than at `path`
 */
export async function placeOf(handle: FileHandle, path: string): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  const place = `/proc/self/fd/${handle.fd}`;
  let real: string;
  try {
    real = await readlink(place);
  } catch {
    // A system without /proc.
    return undefined;
  }
  // A file that was replaced in this moment is shown with this ending.
  if (real === path || real === `${path} (deleted)`) return place;
  throw systemError('ELOOP', `${path} has moved while it was opened`);
}
