import { stat } from 'node:fs/promises';
import { platform } from '../service/common/platform.js';

/** Polling interval in milliseconds. Polling works on every file system, including network mounts. */
const pollMs = 200;
/** A file that stays missing or empty for this many polls counts as changed. */
const maxUnsettledPolls = 3;

/** Notices when one of a few files was saved: in place, by a rename, or as a new file. */
export class FileWatcher {
  readonly #files: () => readonly string[];
  readonly #onChange: () => void;
  #reported = '';
  #last = '';
  #sameLooks = 0;
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
    this.#reported = (await this.#read()).state;
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
    const { state, isWhole } = await this.#read();
    this.#sameLooks = state === this.#last ? this.#sameLooks + 1 : 0;
    this.#last = state;
    const isSettled = this.#sameLooks >= (isWhole ? 1 : maxUnsettledPolls);
    if (this.#isClosed || state === this.#reported || !isSettled) return;
    this.#reported = state;
    this.#onChange();
  }

  /** Returns the state of the files; not whole while one is missing or empty. */
  async #read(): Promise<{ state: string; isWhole: boolean }> {
    const states = await Promise.all(
      this.#files().map(async (file) => {
        const found = await stat(file).catch(() => undefined);
        return `${file} ${found === undefined ? 'missing' : `${found.ino}/${found.mtimeMs}/${found.size}`}`;
      }),
    );
    return { state: states.join('\n'), isWhole: states.every((each) => !/ missing$|\/0$/.test(each)) };
  }
}
