import { exceptionText } from '../../service/common/exception-text.js';
import type { HostLog, LogEntry, LogLevel, Unsubscribe } from '../../service/host.js';
import { Listeners } from './listeners.js';

export const logLevels = [
  'Log',
  'Warning',
  'Error',
  'Exception',
  'Assert',
] as const satisfies readonly LogLevel[];

/** Entries that are kept, and what their texts may take together, in bytes (wire.md section 1). */
const maxEntries = 10_000;
const maxBytes = 8 * 1024 * 1024;
/** A longer message is cut, in bytes. */
const longestMessage = 16 * 1024;
/** What an entry takes beside its text. */
const entryBytes = 128;

/** The engine's log: levels, sequence numbers without a gap, and the last entries kept. */
export class EngineLog implements HostLog {
  readonly #now: () => number;
  #entries: LogEntry[] = [];
  /** Of `#entries`, those that are not kept any more, which are first. */
  #dropped = 0;
  #bytes = 0;
  readonly #listeners = new Listeners<[LogEntry]>();
  #seq = 0;

  /** @param now host time in milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** @param thread name of the thread that logs */
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
    // Cut in slices, so that a full tail does not move with every entry.
    if (this.#dropped > this.#entries.length / 2) {
      this.#entries = this.#entries.slice(this.#dropped);
      this.#dropped = 0;
    }
    this.#listeners.notify(entry);
  }

  /** Logs what was thrown. */
  exception(error: unknown): void {
    this.write('Exception', exceptionText(error));
  }

  /** The kept entries with a sequence number above `since`, oldest first. */
  tail(since = 0): readonly LogEntry[] {
    const kept = this.#entries.length - this.#dropped;
    const wanted = Math.min(kept, Math.max(0, this.#seq - since));
    return this.#entries.slice(this.#entries.length - wanted);
  }

  onEntry(listener: (entry: LogEntry) => void): Unsubscribe {
    return this.#listeners.add(listener);
  }
}

/** A string of V8 takes one byte a character, or two. */
function bytesOf({ message, thread }: LogEntry): number {
  return entryBytes + 2 * (message.length + thread.length);
}

/** As a text of its own: a part of a longer one would keep all of that. */
function bounded(text: string): string {
  if (text.length * 3 <= longestMessage) return Buffer.from(text).toString();
  const bytes = Buffer.from(text.slice(0, longestMessage));
  if (text.length <= longestMessage && bytes.length <= longestMessage) return bytes.toString();
  let end = Math.min(longestMessage, bytes.length);
  // Not in the middle of a character.
  while (end > 0 && end < bytes.length && (bytes[end]! & 0xc0) === 0x80) end--;
  return `${bytes.toString('utf8', 0, end)}… (cut: it had ${text.length} characters)`;
}
