import type { LogEntry } from '../../../service/host.js';
import type { ShownLevel } from '../options.js';
import { isShown, type Reporter } from './reporter.js';

/** Bytes of the output that nobody has read yet, past which entries are left out: clients choose how much is logged (LIM-4). */
const mostWaiting = 4 * 1024 * 1024;

/** Prints the entries of the log as far as somebody reads them: a pipe that is not read would be kept in memory for ever. */
export class LogPrinter {
  readonly #reporter: Reporter;
  readonly #level: ShownLevel;
  readonly #output: { readonly writableLength: number };
  #leftOut = 0;

  /** @param output what the reporter writes to in the end */
  constructor(reporter: Reporter, level: ShownLevel, output: { readonly writableLength: number }) {
    this.#reporter = reporter;
    this.#level = level;
    this.#output = output;
  }

  print(entry: LogEntry): void {
    if (!isShown(entry, this.#level)) return;
    if (this.#output.writableLength > mostWaiting) {
      this.#leftOut++;
      return;
    }
    if (this.#leftOut > 0) this.#reporter.leftOut(this.#leftOut);
    this.#leftOut = 0;
    this.#reporter.log(entry);
  }
}
