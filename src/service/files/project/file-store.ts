/** What a folder holds, as it stands there: a link is a link, wherever it leads. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'other';
}

/**
 * The files of a project. Paths are absolute, and those of files and folders that are there have been through `realPath`:
 * no link is in them.
 */
export interface FileStore {
  /** The bytes of a file; undefined when there is none. @throws Error, also for what is there and is no file */
  readBytes(path: string): Promise<Uint8Array | undefined>;
  /**
   * Replaces a file as a whole: whatever happens, the old or the new one is there (LSC-14). It is written as UTF-8.
   * @throws Error of the disk, also when something that is no file is in the way
   */
  write(path: string, text: string): Promise<void>;
  /** What is in a folder; nothing when there is no such folder. @throws Error while it is iterated */
  list(folder: string): AsyncIterable<FolderEntry>;
  /** Deletes files of a folder; nothing else that has their names. @throws Error of the first, once the others are gone */
  remove(folder: string, names: readonly string[]): Promise<void>;
  isFolder(path: string): Promise<boolean>;
  /** The path without symbolic links; of what does not exist yet, where it would be. @throws Error for a circle of links */
  realPath(path: string): Promise<string>;
  createFolder(path: string): Promise<void>;
  /** Deletes those of a folder's files that writes which were killed have left. @throws Error */
  cleanUp?(folder: string, names: readonly string[]): Promise<void>;
}
