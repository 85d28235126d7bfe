import type { LogEntry, LogLevel } from '../../../service/host.js';
import type { ShownLevel } from '../options.js';
import type { Reporter } from './reporter.js';

/**
 * Maximum bytes of unread output, beyond which entries are omitted, because clients decide how much is logged
 * (LIM-4).
 */
const maxUnreadBytes = 4 * 1024 * 1024;

const ranks: Readonly<Record<LogLevel, number>> = { Log: 0, Warning: 1, Error: 2, Exception: 2, Assert: 2 };
const lowestRanks: Readonly<Record<ShownLevel, number>> = { log: 0, warning: 1, error: 2, none: 3 };

/**
 * Returns a function that reports log entries from a level on, unless the output is not read, which would fill the
 * memory.
 * @param output the stream that the reporter writes to
 */
export function logPrinter(
  reporter: Reporter,
  level: ShownLevel,
  output: { readonly writableLength: number },
): (entry: LogEntry) => void {
  let leftOut = 0;
  return (entry) => {
    if (ranks[entry.level] < lowestRanks[level]) return;
    if (output.writableLength > maxUnreadBytes) {
      leftOut++;
      return;
    }
    if (leftOut > 0) reporter.leftOut(leftOut);
    leftOut = 0;
    reporter.log(entry);
  };
}
