import { printable } from '../../../service/common/printable.js';
import { diagnosticLines, type SceneDiagnostic } from '../../scene-file/index.js';

/** Prints the first errors of a scene file, each on a line, and their number. */
export function printDiagnostics(diagnostics: readonly SceneDiagnostic[]): void {
  for (const line of diagnosticLines(diagnostics)) console.error(printable(line));
  if (diagnostics.length > 1)
    console.error(`sim-host: ${counted(diagnostics.length, 'error')} in the scene file, nothing was run`);
}

/** Prints warnings, each on a line. */
export function printWarnings(warnings: readonly SceneDiagnostic[]): void {
  const marked = warnings.map((warning) => ({ ...warning, message: `warning: ${warning.message}` }));
  for (const line of diagnosticLines(marked)) console.error(printable(line));
}

/** `1 object`, `2 objects`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
