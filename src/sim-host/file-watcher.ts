import { type FSWatcher, watch } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { platform } from '../service/platform.js';

/** Editors write in several steps: what follows within this time is one change. Milliseconds. */
const settleMs = 50;
/** File systems that tell nothing, as some that are shared or mounted into containers, are looked at so often. */
const pollMs = 1000;
/** A file that is away or empty for so long is not being written any more. */
const longestWriteMs = 500;

/** Tells when one of a few files has been saved: in place, by renaming another over it, or anew. */
export class FileWatcher {
  readonly #files: () => readonly string[];
  readonly #onChange: () => void;
  readonly #folders = new Map<string, FSWatcher | undefined>();
  readonly #poll: NodeJS.Timeout;
  #settling: NodeJS.Timeout | undefined;
  #state = '';
  #isClosed = false;

  /**
   * @param files absolute paths, asked for again after every change
   * @param onChange called once per change, when nothing has been written for a moment
   */
  constructor(files: () => readonly string[], onChange: () => void) {
    this.#files = files;
    this.#onChange = onChange;
    this.#poll = platform.setInterval(() => void this.#look(), pollMs);
    this.#poll.unref();
  }

  /** Resolves when every change from now on is noticed. */
  async start(): Promise<void> {
    this.#state = (await this.#read()).state;
    await this.#watchFolders();
  }

  close(): void {
    this.#isClosed = true;
    platform.clearInterval(this.#poll);
    platform.clearTimeout(this.#settling);
    for (const watcher of this.#folders.values()) watcher?.close();
  }

  /** Folders are watched and not files: one that is renamed away takes its watcher with it. */
  async #watchFolders(): Promise<void> {
    const files = this.#files();
    const real = await Promise.all(files.map((file) => realpath(file).catch(() => file)));
    const names = new Set([...files, ...real].map((file) => basename(file)));
    for (const folder of new Set([...files, ...real].map((file) => dirname(file)))) {
      if (this.#isClosed || this.#folders.get(folder) !== undefined) continue;
      try {
        const watcher = watch(folder, { persistent: false }, (_, name) => {
          if (name === null || names.has(name) || this.#isOurs(name)) this.#settle();
        });
        // The folder is gone: the files are looked at from time to time.
        watcher.on('error', () => {
          watcher.close();
          this.#folders.set(folder, undefined);
        });
        this.#folders.set(folder, watcher);
      } catch {
        this.#folders.set(folder, undefined);
      }
    }
  }

  #isOurs(name: string): boolean {
    return this.#files().some((file) => basename(file) === name);
  }

  #settle(): void {
    platform.clearTimeout(this.#settling);
    this.#settling = platform.setTimeout(() => void this.#look(), settleMs);
  }

  async #look(unfinishedSince?: number): Promise<void> {
    const { state, isWhole } = await this.#read();
    if (this.#isClosed || state === this.#state) return;
    const since = unfinishedSince ?? platform.now();
    if (!isWhole && platform.now() - since < longestWriteMs) {
      platform.clearTimeout(this.#settling);
      this.#settling = platform.setTimeout(() => void this.#look(since), settleMs);
      return;
    }
    this.#state = state;
    this.#onChange();
    await this.#watchFolders();
  }

  /** What the files are now; not whole while one is missing or empty. */
  async #read(): Promise<{ state: string; isWhole: boolean }> {
    const states = await Promise.all(
      this.#files().map(async (file) => {
        const found = await stat(file).catch(() => undefined);
        return found === undefined ? 'missing' : `${found.ino}/${found.mtimeMs}/${found.size}`;
      }),
    );
    const isWhole = states.every((each) => each !== 'missing' && !each.endsWith('/0'));
    return { state: [...this.#files(), ...states].join('\n'), isWhole };
  }
}
