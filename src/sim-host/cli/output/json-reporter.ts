import { printableJson } from '../../../service/common/printable.js';
import type { LogEntry } from '../../../service/host.js';
import { firstDiagnostics, type SceneDiagnostic } from '../../scene-file/index.js';
import type { RunningSimHost } from '../../sim-host.js';
import type { Terminal } from '../terminal.js';
import type { Reporter } from './reporter.js';

/** Prints JSON lines: the addresses, then log entries, numbers of omitted entries, and the results of reloads. */
export class JsonReporter implements Reporter {
  readonly #terminal: Terminal;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  listening({ url, addresses, controlUrl, controlToken, service }: RunningSimHost): void {
    const { kind: engine, build: server, whyNotFaster = null } = service.httpEngine;
    const control = controlUrl ?? null;
    this.#line({
      event: 'listening',
      url,
      addresses,
      control,
      ...(controlToken !== undefined && { controlToken }),
      pid: process.pid,
      server,
      engine,
      whyNotFaster,
    });
  }

  log(entry: LogEntry): void {
    this.#line({ event: 'log', ...entry });
  }

  leftOut(entries: number): void {
    this.#line({ event: 'left-out', entries });
  }

  reloaded(scene: string, needsRestart: readonly string[]): void {
    this.#line({ event: 'reloaded', scene, needsRestart });
  }

  errors(scene: string, diagnostics: readonly SceneDiagnostic[]): void {
    this.#line({
      event: 'scene-errors',
      scene,
      diagnostics: firstDiagnostics(diagnostics),
      diagnosticCount: diagnostics.length,
    });
  }

  stopping(): void {
    this.#terminal.close();
    this.#line({ event: 'stopping' });
  }

  #line(line: object): void {
    this.#terminal.print(printableJson(line));
  }
}
