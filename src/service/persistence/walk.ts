import { resolve } from 'node:path';
import type { FileStore, FolderEntry } from './files.js';
import { foreignFolder } from './kinds.js';

/** A folder of a project, as a prefix of paths in it: empty for the project itself, else with a `/` at the end. */
export interface WalkedFolder {
  readonly folder: string;
  readonly entries: readonly FolderEntry[];
}

/**
 * A folder and those below it, the nearest first; folders of other programs are left out, links are not followed, and what
 * cannot be listed holds nothing that this host has written. A folder is read as a whole, so that what happens to its
 * entries does not disturb the reading.
 */
export async function* walk(files: FileStore, root: string): AsyncGenerator<WalkedFolder> {
  const folders = [''];
  for (const folder of folders) {
    const entries: FolderEntry[] = [];
    try {
      for await (const entry of files.list(resolve(root, folder))) entries.push(entry);
    } catch {
      continue;
    }
    for (const { name, kind } of entries) {
      if (kind === 'folder' && !foreignFolder.test(name)) folders.push(`${folder}${name}/`);
    }
    yield { folder, entries };
  }
}
