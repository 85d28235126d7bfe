import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, opendir, readlink, realpath, rm, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { maxFileBytes } from '../../limits.js';
import type { FileStore, FolderEntry } from '../project/file-store.js';
import { isMissing, systemError } from './codes.js';
import { isFolder, makeFolder } from './folders.js';
import { replaceFile } from './replace-file.js';
import { isStale, isTemporary, temporaryName } from './temporary.js';

/** Systems that lack a flag do not need the protection. */
const { O_DIRECTORY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = constants;
/** Opens without waiting for the other end of a pipe, and without following a link at the end of the path. */
const safeReadFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;

/** Number of files deleted concurrently. */
const maxConcurrentDeletes = 32;
/** Number of links that a path may pass through, as on Linux. */
const maxLinks = 40;

/**
 * Files on disk. A write goes to a temporary file next to the real one, which is flushed and renamed over it.
 * Only regular files are opened, replaced or deleted.
 */
export const diskFiles: FileStore = {
  async readBytes(path) {
    const before = await statOf(path);
    if (before === undefined) return undefined;
    requireFile(before);
    const file = await open(path, safeReadFlags);
    try {
      const stats = await file.stat();
      requireFile(stats);
      if (stats.size > maxFileBytes) throw systemError('EFBIG', `${path} has ${stats.size} bytes`);
      return await file.readFile();
    } finally {
      await file.close();
    }
  },

  async write(path, text) {
    await makeFolder(dirname(path));
    const temporary = join(dirname(path), temporaryName());
    try {
      const before = await statOf(path);
      if (before !== undefined) requireFile(before);
      const file = await open(temporary, 'wx', before === undefined ? 0o666 : 0o600);
      try {
        if (before !== undefined) await copyOwnerAndMode(file, before);
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      await replaceFile(temporary, path);
      await syncFolder(dirname(path));
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {});
      throw error;
    }
  },

  list: (folder) => entriesOf(folder),

  async remove(folder, names) {
    const failures: unknown[] = [];
    const remove = async (name: string) => {
      const path = join(folder, name);
      try {
        if ((await statOf(path))?.isFile()) await unlink(path);
      } catch (error) {
        if (!isMissing(error)) failures.push(error);
      }
    };
    for (let from = 0; from < names.length; from += maxConcurrentDeletes) {
      await Promise.all(names.slice(from, from + maxConcurrentDeletes).map(remove));
    }
    if (failures.length > 0) throw failures[0];
  },

  isFolder,
  realPath: (path) => realPath(path, maxLinks),
  createFolder: makeFolder,

  async cleanUp(folder, names) {
    for (const name of names.filter(isTemporary)) {
      const path = join(folder, name);
      const stats = await statOf(path);
      if (stats?.isFile() && isStale(name, stats.mtimeMs)) await rm(path, { force: true });
    }
  },
};

async function* entriesOf(path: string): AsyncGenerator<FolderEntry> {
  try {
    for await (const entry of await opendir(path, { bufferSize: 256 })) {
      const kind = entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other';
      yield { name: entry.name, kind };
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Makes a rename in a folder survive a power cut. Systems where this fails do it themselves. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, safeReadFlags | O_DIRECTORY).catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

/** Returns the stats of a path, not following a link; undefined if it does not exist. */
async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function requireFile(stats: Stats): void {
  if (stats.isDirectory()) throw systemError('EISDIR', 'is a folder, not a file');
  if (!stats.isFile()) throw systemError('EFTYPE', 'not a regular file');
}

/** Gives a replacement the mode of the old file, and its owner if this process may do that. */
async function copyOwnerAndMode(file: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  const own = await file.stat();
  if (own.uid !== uid || own.gid !== gid) {
    await file.chown(uid, gid).catch(() => file.chown(own.uid, gid).catch(() => {}));
  }
  await file.chmod(mode & 0o7777);
}

async function realPath(path: string, links: number): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const parent = dirname(path);
    if (!isMissing(error) || parent === path) throw error;
    const folder = await realPath(parent, links);
    const target = await readlink(join(folder, basename(path))).catch(() => undefined);
    if (target === undefined) return join(folder, basename(path));
    // The link leads to a path that does not exist yet.
    if (links === 0) throw systemError('ELOOP', `${path} leads through too many links`);
    return realPath(resolve(folder, target), links - 1);
  }
}
