import type { Colors } from 'picocolors/types.js';
import { printable, printableJson } from '../../../service/common/printable.js';
import type { LogEntry } from '../../../service/host.js';
import { diagnosticLines, firstDiagnostics, type SceneDiagnostic } from '../../scene-file/index.js';
import type { RunningSimHost } from '../../sim-host.js';
import type { Terminal } from '../terminal.js';
import { counted } from './diagnostics.js';
import { indent, logText, startLines, statusLine } from './host-text.js';

const statusMs = 1000;
/** Without a terminal, only one in this many status lines is printed. */
const plainStatusEvery = 60;

/** Prints what a running host does: as JSON lines, or for people, with a status line below on a terminal. */
export class Reporter {
  readonly #terminal: Terminal;
  readonly #colors: Colors;
  readonly #isJson: boolean;
  #timer: NodeJS.Timeout | undefined;

  constructor(terminal: Terminal, colors: Colors, isJson: boolean) {
    this.#terminal = terminal;
    this.#colors = colors;
    this.#isJson = isJson;
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
    if (!this.#isJson) this.#showStatus(host);
  }

  log(entry: LogEntry): void {
    this.#print({ event: 'log', ...entry }, () => [logText(entry, this.#colors)]);
  }

  /** Reports the number of entries that were omitted because the output was not read. */
  leftOut(entries: number): void {
    const count = entries === 1 ? '1 entry' : `${entries} entries`;
    this.#print({ event: 'left-out', entries }, () => [
      this.#colors.dim(`${indent}${count} dropped: the output was not read`),
    ]);
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

  /** Reports errors in the saved scene file, with which the old scene runs on. */
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

  /** The host is stopping; only log entries follow. */
  stopping(): void {
    clearInterval(this.#timer);
    this.#terminal.close();
    this.#print({ event: 'stopping' }, () => ['Stopping.']);
  }

  #print(line: object, text: () => readonly string[]): void {
    this.#terminal.print(this.#isJson ? printableJson(line) : text().join('\n'));
  }

  #showStatus(host: RunningSimHost): void {
    let ticks = 0;
    this.#timer = setInterval(() => {
      if (this.#terminal.isLive) this.#terminal.status(statusLine(host));
      else if (ticks++ % plainStatusEvery === 0) this.#terminal.print(statusLine(host));
    }, statusMs);
    this.#timer.unref();
  }
}
