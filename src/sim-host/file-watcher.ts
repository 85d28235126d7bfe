import { stat } from 'node:fs/promises';
import { platform } from '../service/common/platform.js';

/** How often it looks, in milliseconds: polling works on every file system, also on shared and mounted ones. */
const lookMs = 200;
/** A file that is away or empty for so many looks is not being written any more. */
const patientLooks = 3;

/** Tells when one of a few files has been saved: in place, by renaming another over it, or anew. */
export class FileWatcher {
  readonly #files: () => readonly string[];
  readonly #onChange: () => void;
  #told = '';
  #last = '';
  #sameLooks = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /**
   * @param files absolute paths, asked for again at every look
   * @param onChange called once per change, when two looks have found the same
   */
  constructor(files: () => readonly string[], onChange: () => void) {
    this.#files = files;
    this.#onChange = onChange;
  }

  /** Resolves when every change from now on is noticed. */
  async start(): Promise<void> {
    this.#told = (await this.#read()).state;
    this.#last = this.#told;
    this.#wait();
  }

  close(): void {
    this.#isClosed = true;
    platform.clearTimeout(this.#timer);
  }

  #wait(): void {
    if (this.#isClosed) return;
    this.#timer = platform.setTimeout(() => void this.#look().then(() => this.#wait()), lookMs);
    this.#timer.unref();
  }

  /** Editors write in several steps: what is still changing, or not whole, is looked at again. */
  async #look(): Promise<void> {
    const { state, isWhole } = await this.#read();
    this.#sameLooks = state === this.#last ? this.#sameLooks + 1 : 0;
    this.#last = state;
    const isSettled = this.#sameLooks >= (isWhole ? 1 : patientLooks);
    if (this.#isClosed || state === this.#told || !isSettled) return;
    this.#told = state;
    this.#onChange();
  }

  /** What the files are now; not whole while one is missing or empty. */
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
