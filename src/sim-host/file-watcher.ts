import { stat } from 'node:fs/promises';
import { platform } from '../service/common/platform.js';

/** Polling interval in milliseconds. Polling works on every file system, including network mounts. */
const pollMs = 200;

/** Notices when one of a few files was saved: in place, by a rename, or as a new file. */
export class FileWatcher {
  readonly #files: () => readonly string[];
  readonly #onChange: () => void;
  #reported = '';
  #last = '';
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /**
   * @param files absolute paths, read again in each poll
   * @param onChange called once per change, when two polls found the same state
   */
  constructor(files: () => readonly string[], onChange: () => void) {
    this.#files = files;
    this.#onChange = onChange;
  }

  /** Resolves when all later changes are noticed. */
  async start(): Promise<void> {
    this.#reported = await this.#read();
    this.#last = this.#reported;
    this.#wait();
  }

  close(): void {
    this.#isClosed = true;
    platform.clearTimeout(this.#timer);
  }

  #wait(): void {
    if (this.#isClosed) return;
    this.#timer = platform.setTimeout(() => void this.#look().then(() => this.#wait()), pollMs);
    this.#timer.unref();
  }

  /** Waits while a file is changing, missing or empty, because editors write in several steps. */
  async #look(): Promise<void> {
    const state = await this.#read();
    const isSettled = state === this.#last && !/ (missing|empty)$/m.test(state);
    this.#last = state;
    if (this.#isClosed || state === this.#reported || !isSettled) return;
    this.#reported = state;
    this.#onChange();
  }

  /** Returns a line for each file that changes when it is saved. */
  async #read(): Promise<string> {
    const lines = this.#files().map(async (file) => {
      const found = await stat(file).catch(() => undefined);
      if (found === undefined) return `${file} missing`;
      return found.size === 0 ? `${file} empty` : `${file} ${found.ino}/${found.mtimeMs}/${found.size}`;
    });
    return (await Promise.all(lines)).join('\n');
  }
}
