/** An entry of a folder; links are not followed. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'other';
}

/**
 * Access to the files of a project. Paths are absolute; existing ones have been resolved by `realPath` and contain
 * no links.
 */
export interface FileStore {
  /** Returns the bytes of a file; undefined if it does not exist. @throws Error, also if the path is not a file */
  readBytes(path: string): Promise<Uint8Array | undefined>;
  /**
   * Replaces a file atomically, as UTF-8: after a failure the old or the new file is complete (LSC-14).
   * @throws Error of the disk, also if something that is not a file is in the way
   */
  write(path: string, text: string): Promise<void>;
  /** Yields the entries of a folder; none if it does not exist. @throws Error during the iteration */
  list(folder: string): AsyncIterable<FolderEntry>;
  /**
   * Deletes files of a folder, but nothing else of those names. @throws the first Error, after the others are
   * deleted
   */
  remove(folder: string, names: readonly string[]): Promise<void>;
  isFolder(path: string): Promise<boolean>;
  /** Resolves symbolic links, also for a path that does not exist yet. @throws Error for a cycle of links */
  realPath(path: string): Promise<string>;
  createFolder(path: string): Promise<void>;
  /** Deletes temporary files that killed writes have left in a folder. @throws Error */
  cleanUp?(folder: string, names: readonly string[]): Promise<void>;
}
