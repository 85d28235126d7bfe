import { exceptionText } from '../../service/common/exception-text.js';
import { Listeners } from '../../service/common/listeners.js';
import type { HostLog, LogEntry, LogLevel, Unsubscribe } from '../../service/host.js';

export const logLevels = [
  'Log',
  'Warning',
  'Error',
  'Exception',
  'Assert',
] as const satisfies readonly LogLevel[];

/** Maximum number of entries that are kept, and of bytes of their texts (wire.md section 1). */
const maxEntries = 10_000;
const maxBytes = 8 * 1024 * 1024;
/** Maximum bytes of a message; a longer one is cut. */
const maxMessageBytes = 16 * 1024;
/** Bytes that an entry needs in addition to its texts. */
const entryBytes = 128;

/** The log of the engine. Sequence numbers have no gaps, and the latest entries are kept. */
export class EngineLog implements HostLog {
  readonly #now: () => number;
  #entries: LogEntry[] = [];
  /** Number of entries at the start of `#entries` that are no longer kept. */
  #dropped = 0;
  #bytes = 0;
  readonly #listeners = new Listeners<[LogEntry]>();
  #seq = 0;

  /** @param now host time in milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** @param thread name of the logging thread */
  write(level: LogLevel, message: string, thread = 'main'): void {
    const entry: LogEntry = {
      seq: ++this.#seq,
      level,
      message: bounded(message),
      thread: bounded(thread),
      time: this.#now(),
    };
    this.#entries.push(entry);
    this.#bytes += bytesOf(entry);
    while (this.#bytes > maxBytes || this.#entries.length - this.#dropped > maxEntries) {
      this.#bytes -= bytesOf(this.#entries[this.#dropped]!);
      this.#dropped++;
    }
    // Removed in groups, so that a full log is not moved with every entry.
    if (this.#dropped > this.#entries.length / 2) {
      this.#entries = this.#entries.slice(this.#dropped);
      this.#dropped = 0;
    }
    this.#listeners.notify(entry);
  }

  /** Logs an exception. */
  exception(error: unknown): void {
    this.write('Exception', exceptionText(error));
  }

  /** Returns the kept entries with a sequence number above `since`, oldest first. */
  tail(since = 0): readonly LogEntry[] {
    const kept = this.#entries.length - this.#dropped;
    const wanted = Math.min(kept, Math.max(0, this.#seq - since));
    return this.#entries.slice(this.#entries.length - wanted);
  }

  onEntry(listener: (entry: LogEntry) => void): Unsubscribe {
    return this.#listeners.add(listener);
  }
}

/** V8 stores a character in one or two bytes. */
function bytesOf({ message, thread }: LogEntry): number {
  return entryBytes + 2 * (message.length + thread.length);
}

/** Returns a copy, because a part of a longer string would keep all of it in memory. */
function bounded(text: string): string {
  if (text.length * 3 <= maxMessageBytes) return Buffer.from(text).toString();
  const bytes = Buffer.from(text.slice(0, maxMessageBytes));
  if (text.length <= maxMessageBytes && bytes.length <= maxMessageBytes) return bytes.toString();
  let end = Math.min(maxMessageBytes, bytes.length);
  // A character must not be cut in two.
  while (end > 0 && end < bytes.length && (bytes[end]! & 0xc0) === 0x80) end--;
  return `${bytes.toString('utf8', 0, end)}… (cut: it had ${text.length} characters)`;
}
