import type { LogEntry } from '../../../service/host.js';
import type { SceneDiagnostic } from '../../scene-file/index.js';
import type { RunningSimHost } from '../../sim-host.js';
import type { ShownLevel } from '../options.js';

/** Reports what a running host does, for people or as JSON lines. */
export interface Reporter {
  /** The host is running. */
  listening(host: RunningSimHost): void;
  /** Reports a log entry of the printed level. */
  log(entry: LogEntry): void;
  /** Reports the number of entries that were omitted because the output was not read. */
  leftOut(entries: number): void;
  /** Reports a reload; changes of the given keys need a restart. */
  reloaded(scene: string, needsRestart: readonly string[]): void;
  /** Reports errors in the saved scene file, with which the old scene runs on. */
  errors(scene: string, diagnostics: readonly SceneDiagnostic[]): void;
  /** The host is stopping; only log entries follow. */
  stopping(): void;
}

/** True if the level prints the entry. */
export function isShown(entry: LogEntry, level: ShownLevel): boolean {
  switch (level) {
    case 'log':
      return true;
    case 'warning':
      return entry.level !== 'Log';
    case 'error':
      return entry.level !== 'Log' && entry.level !== 'Warning';
    case 'none':
      return false;
  }
}
