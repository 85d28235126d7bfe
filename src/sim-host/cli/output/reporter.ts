import type { Colors } from 'picocolors/types.js';
import { printable, printableJson } from '../../../service/common/printable.js';
import type { LogEntry, LogLevel } from '../../../service/host.js';
import { diagnosticLines, firstDiagnostics, type SceneDiagnostic } from '../../scene-file/index.js';
import type { RunningSimHost } from '../../sim-host.js';
import type { RunOptions, ShownLevel } from '../options.js';
import type { Terminal } from '../terminal.js';
import { counted } from './diagnostics.js';
import { indent, logText, startLines, statusLine } from './host-text.js';

const statusMs = 1000;

/**
 * Maximum bytes of unread output, beyond which log entries are omitted, because clients decide how much is logged
 * (LIM-4).
 */
const maxUnreadBytes = 4 * 1024 * 1024;

const ranks: Readonly<Record<LogLevel, number>> = { Log: 0, Warning: 1, Error: 2, Exception: 2, Assert: 2 };
const lowestRanks: Readonly<Record<ShownLevel, number>> = { log: 0, warning: 1, error: 2, none: 3 };

/** Prints the events of a running host as JSON lines, or for people, with a status line below on a terminal. */
export class Reporter {
  readonly #terminal: Terminal;
  readonly #colors: Colors;
  readonly #isJson: boolean;
  readonly #lowestRank: number;
  /** Number of log entries that were omitted since the last one. */
  #leftOut = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(terminal: Terminal, colors: Colors, { json, logLevel }: Pick<RunOptions, 'json' | 'logLevel'>) {
    this.#terminal = terminal;
    this.#colors = colors;
    this.#isJson = json;
    this.#lowestRank = lowestRanks[logLevel];
  }

  listening(host: RunningSimHost): void {
    const { url, addresses, controlUrl, controlToken, service } = host;
    const { kind: engine, build: server, whyNotFaster = null } = service.httpEngine;
    this.#print(
      {
        event: 'listening',
        url,
        addresses,
        control: controlUrl ?? null,
        ...(controlToken !== undefined && { controlToken }),
        pid: process.pid,
        server,
        engine,
        whyNotFaster,
      },
      () => startLines(host, this.#colors, this.#terminal.size),
    );
    if (this.#isJson || !this.#terminal.isLive) return;
    this.#timer = setInterval(() => this.#terminal.status(statusLine(host)), statusMs);
    this.#timer.unref();
  }

  /** Prints an entry if its level is shown, unless the output is not read, which would fill the memory. */
  log(entry: LogEntry): void {
    if (ranks[entry.level] < this.#lowestRank) return;
    if (this.#terminal.unreadBytes > maxUnreadBytes) {
      this.#leftOut++;
      return;
    }
    if (this.#leftOut > 0) this.#reportLeftOut(this.#leftOut);
    this.#leftOut = 0;
    this.#print({ event: 'log', ...entry }, () => [logText(entry, this.#colors)]);
  }

  /** Reports a reload; changes of the given keys need a restart. */
  reloaded(scene: string, needsRestart: readonly string[]): void {
    const { green, yellow } = this.#colors;
    const later = yellow(`Changes of ${needsRestart.join(', ')} take effect after a restart.`);
    this.#print({ event: 'reloaded', scene, needsRestart }, () => [
      green(`Reloaded ${printable(scene)}.`),
      ...(needsRestart.length > 0 ? [later] : []),
    ]);
  }

  /** Reports errors in the saved scene file; the previous version keeps running. */
  errors(scene: string, diagnostics: readonly SceneDiagnostic[]): void {
    const diagnosticCount = diagnostics.length;
    const count = counted(diagnosticCount, 'error');
    this.#print(
      { event: 'scene-errors', scene, diagnostics: firstDiagnostics(diagnostics), diagnosticCount },
      () => [
        ...diagnosticLines(diagnostics).map(printable),
        this.#colors.red(`${count} in the scene file; still running the previous version.`),
      ],
    );
  }

  /** Reports that the host is stopping; only log entries follow. */
  stopping(): void {
    clearInterval(this.#timer);
    this.#terminal.close();
    this.#print({ event: 'stopping' }, () => ['Stopping.']);
  }

  #reportLeftOut(entries: number): void {
    const count = entries === 1 ? '1 entry' : `${entries} entries`;
    const text = `${indent}${count} dropped: the output was not read`;
    this.#print({ event: 'left-out', entries }, () => [this.#colors.dim(text)]);
  }

  #print(line: object, text: () => readonly string[]): void {
    this.#terminal.print(this.#isJson ? printableJson(line) : text().join('\n'));
  }
}
