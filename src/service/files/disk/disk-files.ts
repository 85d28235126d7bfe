import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, opendir, readlink, realpath, rm, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { maxFileBytes } from '../../limits.js';
import type { FileStore, FolderEntry } from '../project/file-store.js';
import { isMissing, systemError } from './codes.js';
import { isFolder, makeFolder } from './folders.js';
import { replaceFile } from './replace-file.js';
import { isStale, isTemporary, temporaryName } from './temporary.js';

/** Systems that lack one of these have nothing that it would protect from. */
const { O_DIRECTORY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = constants;
/** Never waits for the other end of a pipe, and follows no link at the end of the path. */
const cautiously = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;

/** So that many files take no longer than they must. */
const deletedAtOnce = 32;
/** Links that a path may lead through, as on Linux. */
const mostLinks = 40;

/**
 * Files on disk: a temporary file beside the real one is written, flushed and renamed over it. What is no regular file is
 * neither opened nor replaced nor deleted, and nothing ever waits for the other end of a pipe.
 */
export const diskFiles: FileStore = {
  async readBytes(path) {
    const before = await statOf(path);
    if (before === undefined) return undefined;
    requireFile(before);
    const file = await open(path, cautiously);
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
        if (before !== undefined) await resemble(file, before);
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
      const place = join(folder, name);
      try {
        if ((await statOf(place))?.isFile()) await unlink(place);
      } catch (error) {
        if (!isMissing(error)) failures.push(error);
      }
    };
    for (let from = 0; from < names.length; from += deletedAtOnce) {
      await Promise.all(names.slice(from, from + deletedAtOnce).map(remove));
    }
    if (failures.length > 0) throw failures[0];
  },

  isFolder,
  realPath: (path) => realPath(path, mostLinks),
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

/** Makes what was renamed in a folder outlast a power cut; where that is impossible, the system does it on its own. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, cautiously | O_DIRECTORY).catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

/** Of a link, its own. Undefined for what is not there. */
async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function requireFile(stats: Stats): void {
  if (stats.isDirectory()) throw systemError('EISDIR', 'a folder is no file');
  if (!stats.isFile()) throw systemError('EFTYPE', 'no regular file');
}

/** A file that takes the place of another one keeps its mode, and its owner where this process may give files away. */
async function resemble(file: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
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
    // A link to what does not exist yet.
    if (links === 0) throw systemError('ELOOP', `${path} leads through too many links`);
    return realPath(resolve(folder, target), links - 1);
  }
}
