import { resolve } from 'node:path';
import { foreignFolder } from './file-kind.js';
import type { FileStore } from './file-store.js';

/** Files of one folder of a project. */
export interface WalkedFolder {
  /** A prefix of paths in the project: empty for the project itself, else with a `/` at the end. */
  readonly folder: string;
  readonly names: readonly string[];
}

/**
 * The files in a folder and in those below it that are wanted, the nearest first. Folders of other programs are left out,
 * links are not followed, and what cannot be listed holds nothing that this host has written. A folder is read as a whole,
 * so that what happens to its files does not disturb the reading.
 * @param wanted by the path in the project
 * @param most entries after which no further folder is read
 */
export async function* walk(
  files: FileStore,
  root: string,
  wanted: (path: string) => boolean,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<WalkedFolder> {
  let seen = 0;
  const folders = [''];
  for (const folder of folders) {
    const names: string[] = [];
    try {
      for await (const { name, kind } of files.list(resolve(root, folder))) {
        seen++;
        if (kind === 'file' && wanted(folder + name)) names.push(name);
        if (kind === 'folder' && !foreignFolder.test(name)) folders.push(`${folder}${name}/`);
      }
    } catch {
      continue;
    }
    if (names.length > 0) yield { folder, names };
    if (seen > most) return;
  }
}
