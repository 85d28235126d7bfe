import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { chunksOf, type FileContent } from './chunks.js';

/** The files of a project. Paths are absolute. */
export interface FileStore {
  /** The text of a file; undefined when there is none. @throws Error */
  read(path: string): Promise<string | undefined>;
  /** The bytes of a file; undefined when there is none. @throws Error */
  readBytes(path: string): Promise<Buffer | undefined>;
  /**
   * Replaces a file as a whole: whatever happens, the old or the new one is there (LSC-14). Texts are written as UTF-8.
   * @throws Error of the disk, and what the pieces throw
   */
  write(path: string, content: FileContent): Promise<void>;
  /** Names in a folder; none when there is no such folder. */
  list(folder: string): Promise<readonly string[]>;
  /** Deletes a file or a folder with all it holds. */
  remove(path: string): Promise<void>;
  isFolder(path: string): Promise<boolean>;
  /** The path without symbolic links; of what does not exist yet, that of the nearest folder that does. */
  realPath(path: string): Promise<string>;
  createFolder(path: string): Promise<void>;
}

/** Files on disk: a temporary file beside the real one is written, flushed and renamed over it. */
export const diskFiles: FileStore = {
  async read(path) {
    return (await this.readBytes(path))?.toString('utf8');
  },

  async readBytes(path) {
    try {
      return await readFile(path);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  },

  async write(path, content) {
    const folder = dirname(path);
    await makeFolder(folder);
    const temporary = join(folder, `.${basename(path)}.${randomBytes(4).toString('hex')}.tmp`);
    try {
      const file = await open(temporary, 'wx');
      try {
        for (const chunk of chunksOf(content)) await file.writeFile(chunk);
        await file.sync();
      } finally {
        await file.close();
      }
      await replaceFile(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {});
      throw error;
    }
    await syncFolder(folder);
  },

  async list(folder) {
    try {
      return await readdir(folder);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  },

  remove: (path) => rm(path, { recursive: true, force: true, maxRetries: waitsMs.length }),

  async isFolder(path) {
    try {
      return (await stat(path)).isDirectory();
    } catch {
      return false;
    }
  },

  async realPath(path) {
    try {
      return await realpath(path);
    } catch (error) {
      if (!isMissing(error) || dirname(path) === path) throw error;
      return join(await this.realPath(dirname(path)), basename(path));
    }
  },

  createFolder: (path) => makeFolder(path),
};

/**
 * Makes a folder and those above it that are missing. Node.js's own way of doing that never comes back where a folder
 * exists in which none can be made, as in /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await makeOne(path);
  } catch (error) {
    const parent = dirname(path);
    if (!isMissing(error) || parent === path) throw error;
    if (!(await diskFiles.isFolder(parent))) await makeFolder(parent);
    // Somebody else may have made the parent in between, so one more attempt tells whether a folder can be there.
    await makeOne(path);
  }
}

async function makeOne(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST' && (await diskFiles.isFolder(path));
    if (!isThere) throw error;
  }
}

/** On Windows a virus scanner, an indexer or an editor may hold a file for a moment. */
const held = ['EPERM', 'EACCES', 'EBUSY'];
const waitsMs = [10, 20, 40, 80, 160];

/**
 * Renames a file over another one. While either is held by another process it is tried again, a few times.
 * @throws Error of the last attempt
 */
export async function replaceFile(
  from: string,
  to: string,
  { move, wait }: typeof diskMoves = diskMoves,
): Promise<void> {
  for (const ms of waitsMs) {
    try {
      return await move(from, to);
    } catch (error) {
      if (!held.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
    await wait(ms);
  }
  await move(from, to);
}

const diskMoves = {
  move: (from: string, to: string): Promise<void> => rename(from, to),
  wait: (ms: number): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Makes the rename itself outlast a power cut; where folders cannot be opened, the system does that on its own. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {
    // The file is whole either way.
  }
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
}
