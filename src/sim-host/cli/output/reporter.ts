import type { LogEntry } from '../../../service/host.js';
import type { SceneDiagnostic } from '../../scene-file/index.js';
import type { RunningSimHost } from '../../sim-host.js';
import type { ShownLevel } from '../options.js';

/** Prints what a running host does: for people, or as JSON lines. */
export interface Reporter {
  /** The host runs. */
  listening(host: RunningSimHost): void;
  /** A log entry at or above the level that is shown. */
  log(entry: LogEntry): void;
  /** So many entries before the next one are not shown, since the output was not read as fast as they came. */
  leftOut(entries: number): void;
  /** The scene file was saved, and runs as it is now; what has changed under the keys needs a restart. */
  reloaded(scene: string, needsRestart: readonly string[]): void;
  /** The scene file was saved with errors; the scene before goes on. */
  errors(scene: string, diagnostics: readonly SceneDiagnostic[]): void;
  /** The host is about to stop; nothing follows but log entries. */
  stopping(): void;
}

/** True when an entry is printed at that level. */
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
