import { exceptionText } from '../../service/exception-text.js';
import type { HostLog, LogEntry, LogLevel, Unsubscribe } from '../../service/host.js';
import { Listeners } from './listeners.js';

export const logLevels = [
  'Log',
  'Warning',
  'Error',
  'Exception',
  'Assert',
] as const satisfies readonly LogLevel[];

const defaultTailLength = 10_000;

/** The engine's log: levels, sequence numbers without a gap, and the last entries kept. */
export class EngineLog implements HostLog {
  readonly #now: () => number;
  readonly #tailLength: number;
  readonly #entries: LogEntry[] = [];
  readonly #listeners = new Listeners<[LogEntry]>();
  #seq = 0;

  /** @param now host time in milliseconds */
  constructor(now: () => number, tailLength = defaultTailLength) {
    this.#now = now;
    this.#tailLength = tailLength;
  }

  /** @param thread name of the thread that logs */
  write(level: LogLevel, message: string, thread = 'main'): void {
    const entry: LogEntry = { seq: ++this.#seq, level, message, thread, time: this.#now() };
    this.#entries.push(entry);
    // Cut in slices, so that a full tail does not move with every entry.
    if (this.#entries.length >= 2 * this.#tailLength) this.#entries.splice(0, this.#tailLength);
    this.#listeners.notify(entry);
  }

  /** Logs what was thrown. */
  exception(error: unknown): void {
    this.write('Exception', exceptionText(error));
  }

  /** The kept entries with a sequence number above `since`, oldest first. */
  tail(since = 0): readonly LogEntry[] {
    const kept = Math.min(this.#entries.length, this.#tailLength);
    const wanted = Math.min(kept, Math.max(0, this.#seq - since));
    return this.#entries.slice(this.#entries.length - wanted);
  }

  onEntry(listener: (entry: LogEntry) => void): Unsubscribe {
    return this.#listeners.add(listener);
  }
}
