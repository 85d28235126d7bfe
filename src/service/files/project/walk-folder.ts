import { resolve } from 'node:path';
import { foreignFolder } from './file-kind.js';
import type { FileStore } from './file-store.js';

/** Files of one folder of a project. */
export interface WalkedFolder {
  /** A path prefix in the project: empty for the project itself, else with a `/` at the end. */
  readonly folder: string;
  readonly names: readonly string[];
}

/**
 * Yields the wanted files in a folder and its subfolders, folders near the root first. Skips folders of other programs,
 * links, and folders that cannot be listed. Reads each folder completely first, so that its files may be changed.
 * @param isWanted gets the path in the project
 * @param maxEntries number of entries after which no further folder is read
 */
export async function* walkFolder(
  files: FileStore,
  root: string,
  isWanted: (path: string) => boolean,
  maxEntries = Number.POSITIVE_INFINITY,
): AsyncGenerator<WalkedFolder> {
  let seen = 0;
  const folders = [''];
  for (const folder of folders) {
    const names: string[] = [];
    try {
      for await (const { name, kind } of files.list(resolve(root, folder))) {
        seen++;
        if (kind === 'file' && isWanted(folder + name)) names.push(name);
        if (kind === 'folder' && !foreignFolder.test(name)) folders.push(`${folder}${name}/`);
      }
    } catch {
      continue;
    }
    if (names.length > 0) yield { folder, names };
    if (seen > maxEntries) return;
  }
}
