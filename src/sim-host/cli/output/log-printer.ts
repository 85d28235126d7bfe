import type { LogEntry } from '../../../service/host.js';
import type { ShownLevel } from '../options.js';
import { isShown, type Reporter } from './reporter.js';

/**
 * Maximum bytes of unread output, beyond which entries are omitted, because clients decide how much is logged
 * (LIM-4).
 */
const maxUnreadBytes = 4 * 1024 * 1024;

/** Prints log entries unless the output is not read, which would fill the memory. */
export class LogPrinter {
  readonly #reporter: Reporter;
  readonly #level: ShownLevel;
  readonly #output: { readonly writableLength: number };
  #leftOut = 0;

  /** @param output the stream that the reporter writes to */
  constructor(reporter: Reporter, level: ShownLevel, output: { readonly writableLength: number }) {
    this.#reporter = reporter;
    this.#level = level;
    this.#output = output;
  }

  print(entry: LogEntry): void {
    if (!isShown(entry, this.#level)) return;
    if (this.#output.writableLength > maxUnreadBytes) {
      this.#leftOut++;
      return;
    }
    if (this.#leftOut > 0) this.#reporter.leftOut(this.#leftOut);
    this.#leftOut = 0;
    this.#reporter.log(entry);
  }
}
